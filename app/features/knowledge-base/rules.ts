/** Rules of the knowledge base: where entries come from, and how they stand together. */

/** Where an entry comes from: written by staff, read from a table of answers, or brought in as content. */
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

/** Over the entries without a topic, where others have one. */
export const OTHER_TOPICS = "Other questions";

/** Entries under one topic; those without one are of null. */
export interface TopicGroup<Entry> {
  topic: string | null;
  entries: Entry[];
}

/**
 * The entries by their topics, in the order of the alphabet and each in the order given; those without a topic come
 * last. A topic in other cases is the same one, by the spelling that comes first.
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

/** So many words of a question count. */
const MOST_WORDS = 20;

/** The words of a question, in lower case; where it has none, its signs as they are. */
export function wordsAsked(query: string): string[] {
  const asked = query.trim().toLowerCase();
  if (asked === "") return [];
  const words = asked.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [asked];
  return [...new Set(words)].slice(0, MOST_WORDS);
}

/** Whether every word stands in the question, the answer or the comment; no words match everything. */
export function matches(
  { question, answer, comment }: { question: string; answer: string; comment: string | null },
  words: readonly string[],
): boolean {
  if (words.length === 0) return true;
  const text = `${question}\n${answer}\n${comment ?? ""}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
