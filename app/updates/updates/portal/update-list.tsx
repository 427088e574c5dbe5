import { redirect } from "react-router";
import type { Route } from "./+types/update-list";
import { drawnTopics } from "#visibility/store/drawn.server.ts";
import { loadTopics, pageOfTopics, topicMoments } from "#visibility/store/publications.server.ts";
import type { TopicEntry } from "#model/visibility/page.ts";
import { dayIn } from "#values/dates.ts";
import { pageAsked, pageNumber, type RouteHandle } from "#values/page-query.ts";
import { EmptyState } from "#web/ui/screens.tsx";
import { Pager } from "#web/ui/pager.tsx";
import {
  CATEGORY_LABELS,
  isTopicCategory,
  TOPIC_CATEGORIES,
  type TopicCategory,
} from "#model/updates/words.ts";
import { FeedLinks } from "./feed-links.tsx";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { FilterLinks } from "#web/portal/frame/filter-links.tsx";
import { headOf } from "#web/portal/head.ts";
import { useFrame, usePortalHref } from "#web/portal/links.ts";
import { cacheForEveryone, portalRequest, sameAddress } from "#web/portal/scope.ts";
import { SubscribeButton } from "#updates/subscribers/portal/subscribe-button.tsx";
import { NewUpdateLink, Topic } from "./topic-view.tsx";

export const handle: RouteHandle = {
  query: { kept: { page: pageNumber, category: isTopicCategory, year: isYear } },
};

/** Every trust update of a product, or those of a category or a year, five topics a page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const query = new URL(request.url).searchParams;
  const wanted = pageAsked(query.get("page"));
  const all = (await loadTopics(portal.scope)).filter((topic) => !topic.hidden);
  const filters = topicFilters(all, portal.org.timeZone, {
    category: query.get("category"),
    year: query.get("year"),
  });
  const topics = pageOfTopics(
    filters.category === null && filters.year === null
      ? all
      : all.filter((topic) => passes(topic, filters, portal.org.timeZone)),
    wanted,
    null,
  );
  if (wanted > topics.pages)
    throw redirect(
      sameAddress(context, portal.org, request, {
        page: topics.pages === 1 ? null : String(topics.pages),
      }),
    );
  const today = portal.scope.clock.countedFrom(topicMoments(topics.entries));
  cacheForEveryone(context, portal);
  return {
    today,
    topics: { ...topics, entries: await drawnTopics(portal.scope, topics.entries) },
    product: portal.product.isDefault ? null : portal.product.slug,
    filters,
  };
}

/** 'YYYY' */
function isYear(value: string): boolean {
  return /^20\d\d$/.test(value);
}

interface Chosen {
  category: TopicCategory | null;
  year: string | null;
}

interface TopicFilters extends Chosen {
  /** The categories and years that there are; the two together can name nothing. */
  categories: TopicCategory[];
  years: string[];
}

type Dated = Pick<TopicEntry<string>, "category" | "updates">;

/** The years in which a topic was told of, in the org's time zone. */
function yearsOf({ updates }: Dated, timeZone: string): string[] {
  return updates.map(({ createdAt }) => dayIn(new Date(createdAt), timeZone).slice(0, 4));
}

/**
 * What the list can be narrowed to, and what it is; words that name nothing in it count as none.
 */
function topicFilters(
  topics: readonly Dated[],
  timeZone: string,
  asked: { category: string | null; year: string | null },
): TopicFilters {
  const categories = TOPIC_CATEGORIES.filter((name) =>
    topics.some(({ category }) => category === name),
  );
  const years = [...new Set(topics.flatMap((topic) => yearsOf(topic, timeZone)))]
    .sort()
    .toReversed();
  return {
    categories,
    years,
    category: categories.find((name) => name === asked.category) ?? null,
    year: years.find((name) => name === asked.year) ?? null,
  };
}

function passes(topic: Dated, { category, year }: Chosen, timeZone: string): boolean {
  return (
    (category === null || topic.category === category) &&
    (year === null || yearsOf(topic, timeZone).includes(year))
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { entries = [], count = 0 } = loaderData?.topics ?? {};
  return headOf(matches, {
    title: "Updates",
    lists: { what: "Updates", names: entries.map(({ subject }) => subject), count },
    path: "/updates",
    twin: true,
  });
}

export default function Updates({ loaderData }: Route.ComponentProps) {
  const { topics, today, product, filters } = loaderData;
  const { category, year } = filters;
  const { portalTitle } = useFrame();
  const href = usePortalHref();
  return (
    <PlainPage
      title={`${portalTitle} Updates`}
      lead={
        <div className="-mt-4 mb-6 flex flex-wrap items-center justify-between gap-3">
          <SubscribeButton path="/updates" query={{ product }} /> <NewUpdateLink />
        </div>
      }
    >
      <Filters filters={filters} product={product} />
      {topics.count === 0 ? (
        <EmptyState
          icon="bell"
          title={category === null && year === null ? "No updates yet" : "No updates match"}
          clear={category === null && year === null ? null : href("/updates", { product })}
        />
      ) : (
        <ol className="space-y-3">
          {topics.entries.map((topic) => (
            <li key={topic.id}>
              <Topic topic={topic} today={today} headingLevel={2} />
            </li>
          ))}
        </ol>
      )}
      <Pager
        page={topics.page}
        pages={topics.pages}
        label="Pages of updates"
        href={(page) =>
          href("/updates", { product, category, year, page: page === 1 ? null : page })
        }
      />
      <FeedLinks className="mt-8" />
    </PlainPage>
  );
}

/** Links that narrow the list; a list of one category and one year has none. */
function Filters({ filters, product }: { filters: TopicFilters; product: string | null }) {
  const href = usePortalHref();
  const { categories, years, category, year } = filters;
  return (
    <div className="mb-6 space-y-2 text-sm" data-screen-only>
      {categories.length < 2 ? null : (
        <FilterLinks
          label="Category"
          links={[
            { text: "All", to: href("/updates", { product, year }), current: category === null },
            ...categories.map((name) => ({
              text: CATEGORY_LABELS[name],
              to: href("/updates", { product, year, category: name }),
              current: category === name,
            })),
          ]}
        />
      )}
      {years.length < 2 ? null : (
        <FilterLinks
          label="Year"
          links={[
            { text: "All", to: href("/updates", { product, category }), current: year === null },
            ...years.map((name) => ({
              text: name,
              to: href("/updates", { product, category, year: name }),
              current: year === name,
            })),
          ]}
        />
      )}
    </div>
  );
}
