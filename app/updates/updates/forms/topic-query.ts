import { isTopicState, type TopicState } from "#model/updates/topic-states.ts";
import { isTopicCategory, type TopicCategory } from "#model/updates/words.ts";
import { MAX_TERM } from "#model/search.ts";
import { readSort, type ListSort } from "#values/list-sort.ts";
import { pageAsked } from "#values/page-query.ts";

const TOPIC_SORTS = ["subject", "category", "updates", "changed"] as const;
export type TopicSort = (typeof TOPIC_SORTS)[number];

/** The list begins with what changed last. */
export const TOPICS_USUAL_SORT: ListSort<TopicSort> = { by: "changed", descending: true };

/** What the list of updates is narrowed to, and how it is sorted. */
export interface TopicQuery {
  search: string;
  category: TopicCategory | null;
  state: TopicState | null;
  sort: ListSort<TopicSort>;
  page: number;
}

/** The list that an address asks for. */
export function topicQuery(address: URLSearchParams): TopicQuery {
  const [category, state] = [address.get("category") ?? "", address.get("state") ?? ""];
  return {
    search: (address.get("q") ?? "").slice(0, MAX_TERM),
    category: isTopicCategory(category) ? category : null,
    state: isTopicState(state) ? state : null,
    sort: readSort(address, TOPIC_SORTS, TOPICS_USUAL_SORT),
    page: pageAsked(address.get("page")),
  };
}

/** The query of an address that narrows the list so. */
export function topicSearchParams({
  search,
  category,
  state,
}: Pick<TopicQuery, "search" | "category" | "state">): URLSearchParams {
  return new URLSearchParams({
    ...(search === "" ? {} : { q: search }),
    ...(category === null ? {} : { category }),
    ...(state === null ? {} : { state }),
  });
}
