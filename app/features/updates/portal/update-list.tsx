import { redirect } from "react-router";
import type { Route } from "./+types/update-list";
import { drawnTopics } from "../../../visibility/store/drawn.server.ts";
import { loadTopics, pageOfTopics } from "../../../visibility/store/publications.server.ts";
import { pageNumber, type RouteHandle } from "../../../values/page-query.ts";
import { EmptyState } from "../../../ui/screens.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { FeedLinks } from "./feed-links.tsx";
import { PlainPage } from "../../../portal/frame/plain-page.tsx";
import { headOf } from "../../../portal/head.ts";
import { useFrame, usePortalHref } from "../../../portal/links.ts";
import { cacheForEveryone, portalRequest, sameAddress } from "../../../portal/scope.ts";
import { SubscribeButton } from "../../subscribers/portal/subscribe-button.tsx";
import { NewUpdateLink, Topic } from "./topic-view.tsx";

export const handle: RouteHandle = { query: { kept: { page: pageNumber } } };

/** Every trust update of a product, five topics a page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const asked = new URL(request.url).searchParams.get("page");
  const wanted = asked !== null && /^\d{1,6}$/.test(asked) ? Number(asked) : 1;
  const topics = pageOfTopics(await loadTopics(portal.scope), wanted, null);
  if (wanted > topics.pages)
    throw redirect(
      sameAddress(context, portal.org, request, {
        page: topics.pages === 1 ? null : String(topics.pages),
      }),
    );
  cacheForEveryone(context, portal);
  return {
    topics: { ...topics, entries: await drawnTopics(portal.scope, topics.entries) },
    product: portal.product.isDefault ? null : portal.product.slug,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { entries = [], count = 0 } = loaderData?.topics ?? {};
  return headOf(matches, {
    title: "Updates",
    lists: { what: "Updates", names: entries.map(({ subject }) => subject), count },
    path: "/updates",
  });
}

export default function Updates({ loaderData: { topics, product } }: Route.ComponentProps) {
  const { portalTitle } = useFrame();
  const href = usePortalHref();
  return (
    <PlainPage
      title={`${portalTitle} Updates`}
      lead={
        <div className="-mt-4 mb-6 flex flex-wrap items-center justify-between gap-3">
          <FeedLinks /> <NewUpdateLink /> <SubscribeButton path="/updates" query={{ product }} />
        </div>
      }
    >
      {topics.count === 0 ? (
        <EmptyState icon="bell" title="No updates yet" />
      ) : (
        <ol className="space-y-3">
          {topics.entries.map((topic) => (
            <li key={topic.id}>
              <Topic topic={topic} headingLevel={2} />
            </li>
          ))}
        </ol>
      )}
      <Pager
        page={topics.page}
        pages={topics.pages}
        label="Pages of updates"
        href={(page) => href("/updates", { product, page: page === 1 ? null : page })}
      />
    </PlainPage>
  );
}
