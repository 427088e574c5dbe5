import { redirect } from "react-router";
import type { Route } from "./+types/list";
import { drawnFaq } from "../../../db/pages/drawn.ts";
import { loadFaq, pageOf } from "../../../db/pages/publications.ts";
import { anything, pageNumber, type RouteHandle } from "../../domain/page-query.ts";
import { EmptyState } from "../../ui/screens.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SearchForm } from "../frame/search-form.tsx";
import { PlainPage } from "../frame/plain-page.tsx";
import { headOf } from "../head.ts";
import { usePortalHref } from "../links.ts";
import { cacheForEveryone, portalRequest, sameAddress } from "../scope.ts";
import { FaqEntry } from "./entry.tsx";

export const handle: RouteHandle = {
  query: { kept: { page: pageNumber }, own: { q: anything } },
};

/** Search input is cut at this length (spec/1 §9). */
const MAX_QUERY = 512;

/** Every question that the viewer may read, ten a page, searched by question, answer or comment. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const query = new URL(request.url).searchParams;
  const search = (query.get("q") ?? "").slice(0, MAX_QUERY);
  const asked = query.get("page");
  const entries = await loadFaq(portal.scope, search);
  const wanted = asked !== null && /^\d{1,6}$/.test(asked) ? Number(asked) : 1;
  const faq = pageOf(entries, wanted);
  if (wanted > faq.pages)
    throw redirect(
      sameAddress(context, portal.org, request, {
        page: faq.pages === 1 ? null : String(faq.pages),
      }),
    );
  cacheForEveryone(context, portal);
  return {
    faq: { ...faq, entries: await drawnFaq(portal.scope, faq.entries) },
    search,
    product: portal.product.isDefault ? null : portal.product.slug,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { entries = [], count = 0 } = loaderData?.faq ?? {};
  return headOf(matches, {
    title: "Knowledge Base (FAQs)",
    lists: {
      what: "Knowledge Base (FAQs)",
      names: entries.map(({ question }) => question),
      count,
    },
    path: "/faq",
  });
}

export default function Faq({ loaderData: { faq, search, product } }: Route.ComponentProps) {
  const href = usePortalHref();
  return (
    <PlainPage
      title="Knowledge Base (FAQs)"
      lead={
        <SearchForm
          label="Search by question, answer or comment"
          query={search}
          hidden={{ product }}
        />
      }
    >
      <p role="status" className="mb-3 text-sm text-muted">
        {faq.count === 0 ? "" : `${faq.count} ${faq.count === 1 ? "entry" : "entries"}`}
      </p>
      {faq.count === 0 ? (
        <EmptyState
          icon="question"
          title={search === "" ? "No entries to show" : "No results match this criteria"}
        />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {faq.entries.map((entry) => (
            <li key={entry.id}>
              <FaqEntry entry={entry} headingLevel={2} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={faq.page}
        pages={faq.pages}
        label="Pages of questions"
        href={(page) => href("/faq", { product, q: search, page: page === 1 ? null : page })}
      />
    </PlainPage>
  );
}
