import { anything, type PageQuery } from "#values/page-query.ts";
/** Words of trust updates and FAQ entries. */
export const TOPIC_CATEGORIES = [
  "compliance",
  "vulnerabilities",
  "incidents",
  "subprocessors",
  "general",
] as const;
export type TopicCategory = (typeof TOPIC_CATEGORIES)[number];

/** How a category reads. */
export const CATEGORY_LABELS: Readonly<Record<TopicCategory, string>> = {
  compliance: "Compliance",
  vulnerabilities: "Vulnerabilities",
  incidents: "Incidents",
  subprocessors: "Subprocessors",
  general: "General",
};

/** Whether a text names a category. */
export function isTopicCategory(text: string): text is TopicCategory {
  return (TOPIC_CATEGORIES as readonly string[]).includes(text);
}

/** What of a query a feed is made of; a category that there is not is refused. */
export const FEED_QUERY: PageQuery = {
  kept: { category: isTopicCategory },
  own: { category: anything },
};

export const AUDIENCES = ["public", "private"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Who may read an FAQ entry or a control: anyone, members of accounts, or staff alone. */
export const FAQ_ACCESS = ["public", "accounts", "internal"] as const;
export type FaqAccess = (typeof FAQ_ACCESS)[number];

/** The updates bar shows while a topic has an update younger than this. */
export const UPDATES_BAR_HOURS = 24;
export const TOPICS_PER_PAGE = 5;
export const FAQ_PER_PAGE = 10;
