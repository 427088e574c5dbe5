import type { FaqAccess } from "./updates/words.ts";
import type { ShortAnswer } from "./short-answers.ts";
import { wordPlaces } from "#values/word-places.ts";

/** Rules of the knowledge base: where entries come from, and how they stand together. */

/**
 * Where an entry comes from: written by staff, read from a table of answers, or brought in as
 * content.
 */
export const MANUAL_SOURCE = "manual";
export const TABLE_SOURCE = "questionnaire";
export const CONTENT_SOURCE = "status page";

/** Where an entry comes from, as its owner reads it. */
export function sourceWords({
  sourceType,
  sourceSubtype,
  sourceName,
}: {
  sourceType: string;
  sourceSubtype: string | null;
  sourceName: string | null;
}): string {
  const more = [sourceSubtype, sourceName].filter((word) => word !== null && word !== "");
  return more.length === 0 ? sourceType : `${sourceType} (${more.join(", ")})`;
}

/** Up to so many entries the page of all questions is one page; beyond, so many stand on each. */
export const FAQ_ON_ONE_PAGE = 300;
export const FAQ_ON_EACH_PAGE = 100;

/** How many entries stand on each page of a list of so many. */
export function faqPageSize(count: number): number {
  return count <= FAQ_ON_ONE_PAGE ? FAQ_ON_ONE_PAGE : FAQ_ON_EACH_PAGE;
}

/** As many characters stand on one page, or one entry: the page is rendered in one go. */
const FAQ_ON_PAGE_CHARACTERS = 500_000;

/** The pages of a list of entries, at least one: as many as `faqPageSize` says, fewer long ones. */
export function faqPages<
  Entry extends { question: string; answer: string; comment: string | null },
>(entries: readonly Entry[]): Entry[][] {
  const most = faqPageSize(entries.length);
  let page: Entry[] = [];
  let characters = 0;
  const pages = [page];
  for (const entry of entries) {
    const { question, answer, comment } = entry;
    const own = question.length + answer.length + (comment?.length ?? 0);
    const isFull = page.length === most || characters + own > FAQ_ON_PAGE_CHARACTERS;
    if (isFull && page.length > 0) {
      page = [];
      characters = 0;
      pages.push(page);
    }
    page.push(entry);
    characters += own;
  }
  return pages;
}

/** Over the entries without a topic, where others have one. */
export const OTHER_TOPICS = "Other questions";

/** Entries under one topic; those without one are of null. */
export interface TopicGroup<Entry> {
  topic: string | null;
  entries: Entry[];
}

/**
 * The entries by their topics, in the order of the alphabet and each in the order given; those
 * without a topic come last. A topic in other cases is the same one, by the spelling that comes
 * first.
 */
export function groupedByTopic<Entry extends { topic: string | null }>(
  entries: readonly Entry[],
): TopicGroup<Entry>[] {
  const groups = new Map<string | null, TopicGroup<Entry>>();
  for (const entry of entries) {
    const key = entry.topic === null ? null : entry.topic.toLowerCase();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { topic: entry.topic, entries: [entry] });
    else group.entries.push(entry);
  }
  return [...groups.values()].sort(
    (a, b) =>
      Number(a.topic === null) - Number(b.topic === null) ||
      (a.topic ?? "").localeCompare(b.topic ?? "", "en", { sensitivity: "base" }) ||
      (a.topic ?? "").localeCompare(b.topic ?? "", "en"),
  );
}

/** Entries of the dialog's list that stand on one page. */
export const ENTRIES_PER_PAGE = 10;

/**
 * A list that is searched ends before this many entries: its total is at most this less one page.
 */
const MOST_FOUND = 1_000;

/** How many of the entries found can be reached, with so many on a page. */
export function reachable(found: number, perPage: number): number {
  return Math.min(found, MOST_FOUND - perPage);
}

/**
 * What entries can be narrowed to and counted by, by each name that programs may use: those of a
 * hit's fields, and the shorter ones that the product has.
 */
export const FILTERS = {
  topic: "topic",
  shortAnswer: "shortAnswer",
  short_answer: "shortAnswer",
  access: "access",
  access_level: "access",
  productIds: "productIds",
  product_ids: "productIds",
  source: "source",
  source_type: "sourceType",
  source_subtype: "sourceSubtype",
  source_name: "sourceName",
} as const;
export type FilterName = (typeof FILTERS)[keyof typeof FILTERS];

/** Topics and short answers are everybody's to narrow by; the rest only the owner is told. */
export function isOwners(name: FilterName): boolean {
  return name !== "topic" && name !== "shortAnswer";
}

/** Lists of values; an entry has one of each list. */
export type EntryFilters = { readonly [Name in FilterName]?: readonly string[] };

/** What a list of entries is narrowed to; what is empty narrows nothing. */
export interface EntryFilter {
  access?: readonly string[];
  /** Those about one of these products, and those about all. */
  productIds?: readonly string[];
  /** Types or names of sources. */
  source?: readonly string[];
  sourceType?: readonly string[];
  sourceSubtype?: readonly string[];
  sourceName?: readonly string[];
  /** Topics, in any case. */
  topic?: readonly string[];
  shortAnswer?: readonly string[];
  /** Added at this time or later, ISO. */
  since?: string | null;
}

/** The entries that a filter leaves, in their order. */
export function narrowed<
  Entry extends {
    access: string;
    topic: string | null;
    shortAnswer: ShortAnswer | null;
    productIds: readonly string[];
    sourceType: string;
    sourceSubtype: string | null;
    sourceName: string | null;
    createdAt: string;
  },
>(entries: readonly Entry[], { productIds = [], since = null, ...lists }: EntryFilter): Entry[] {
  const topics = lists.topic?.map((topic) => topic.toLowerCase());
  return entries.filter(
    (entry) =>
      isIn(lists.access, entry.access) &&
      isIn(topics, entry.topic?.toLowerCase()) &&
      isIn(lists.shortAnswer, entry.shortAnswer) &&
      (productIds.length === 0 ||
        entry.productIds.length === 0 ||
        entry.productIds.some((id) => productIds.includes(id))) &&
      (isIn(lists.source, entry.sourceType) || isIn(lists.source, entry.sourceName)) &&
      isIn(lists.sourceType, entry.sourceType) &&
      isIn(lists.sourceSubtype, entry.sourceSubtype) &&
      isIn(lists.sourceName, entry.sourceName) &&
      (since === null || entry.createdAt >= since),
  );
}

/** Whether a value is one of a list; a list that is empty or missing asks for nothing. */
function isIn(list: readonly string[] | undefined, value: string | null | undefined): boolean {
  return list === undefined || list.length === 0 || (value != null && list.includes(value));
}

/** What the dialog is asked for. */
export interface DialogAsked {
  entryId: string | null;
  search: string;
  /** null where the address names none. */
  page: number | null;
  /** What only the owner can narrow to. */
  access: FaqAccess | null;
  productId: string | null;
  days: number | null;
}

/** The part of an address that opens the dialog so. */
export function dialogQuery(asked: Partial<DialogAsked>): Record<string, string> {
  const { entryId, search, page, access, productId, days } = asked;
  const pairs: [string, string | null | undefined][] = [
    ["kb", "open"],
    ["kbQuery", search],
    ["kbAccess", access],
    ["kbProduct", productId],
    ["kbTime", days?.toString()],
    ["kbPage", page === 1 ? null : page?.toString()],
    ["kbEntry", entryId],
  ];
  return Object.fromEntries(
    pairs.filter((pair): pair is [string, string] => pair[1] != null && pair[1] !== ""),
  );
}

/** How long a key of the knowledge base is good. */
export const KEY_MINUTES = 10;

/** What a key narrows to: what everybody may read, or what is for accounts and staff alone. */
export type KeyScope = "public" | "private";

export function isKeyScope(text: string): text is KeyScope {
  return text === "public" || text === "private";
}

/**
 * An entry in the field names that programs know. What only its owner is told is not there for
 * others.
 */
export interface Hit {
  objectID: string;
  /** The question. */
  content: string;
  /** What it says in a word; null where it says none. */
  short_answer: ShortAnswer | null;
  /** Markdown, as is the comment. */
  answer: string;
  comment: string | null;
  topic: string | null;
  source_type?: string;
  source_subtype?: string | null;
  source_name?: string | null;
  favorite_public?: boolean;
  access_level?: string;
  /** The products that it is about; none means all. */
  product_ids?: string[];
  /** When it was added and last changed, in seconds since 1970. */
  date_timestamp?: number;
  customer_modified_timestamp?: number;
  /** The texts with marks around the words that were asked for, where marks were asked for. */
  highlighted?: { content: string; answer: string; comment: string | null };
}

/** What a facet counts; null for a name that is none. Facets and filters have the same names. */
export function facetOf(text: string): FilterName | null {
  return Object.hasOwn(FILTERS, text) ? FILTERS[text as keyof typeof FILTERS] : null;
}

/** What an entry has of a facet: values that the filter of the same name finds it by. */
const FACET_VALUES: Readonly<
  Record<FilterName, (hit: Hit) => readonly string[] | string | null | undefined>
> = {
  topic: (hit) => hit.topic,
  shortAnswer: (hit) => hit.short_answer,
  access: (hit) => hit.access_level,
  productIds: (hit) => hit.product_ids,
  source: (hit) => hit.source_name ?? hit.source_type,
  sourceType: (hit) => hit.source_type,
  sourceSubtype: (hit) => hit.source_subtype,
  sourceName: (hit) => hit.source_name,
};

/** So many values of a facet are counted, and so many are answered at once. */
export const MOST_FACET_VALUES = 1_000;
export const MOST_FACET_HITS = 100;

/** The values of a field of hits with how often each is there, the most frequent first. */
export function facetValues(
  hits: readonly Hit[],
  name: FilterName,
): { value: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const hit of hits) {
    for (const value of [FACET_VALUES[name](hit)].flat())
      if (value != null && (counts.has(value) || counts.size < MOST_FACET_VALUES))
        counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value, "en"));
}

/** A text with marks around each of the words, in any case. */
export function highlightedText(
  text: string,
  words: readonly string[],
  { pre, post }: { pre: string; post: string },
): string {
  let done = "";
  let end = 0;
  for (const { from, to } of wordPlaces(text, words)) {
    done += `${text.slice(end, from)}${pre}${text.slice(from, to)}${post}`;
    end = to;
  }
  return done + text.slice(end);
}
