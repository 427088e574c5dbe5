import * as z from "zod";
import { REVIEWS_ASKED, type ReviewAsked } from "#model/knowledge-base/reviews.ts";
import { shortAnswerAsked, type ShortAnswerAsked } from "#model/short-answers.ts";
import type { ListSort } from "#values/list-sort.ts";
import { FAQ_ACCESS, type FaqAccess } from "#model/updates/words.ts";

/** The forms of the private area's knowledge base. */

/** How an access level reads, and who it is for. */
export const FAQ_ACCESS_WORDS: Readonly<Record<FaqAccess, string>> = {
  public: "Public",
  accounts: "Accounts",
  internal: "Internal",
};
export const FAQ_ACCESS_OPTIONS = Object.entries(FAQ_ACCESS_WORDS).map(([value, label]) => ({
  value,
  label,
}));
export const FAQ_ACCESS_TONES = { public: "green", accounts: "blue", internal: "neutral" } as const;
export const FAQ_ACCESS_HINTS: Readonly<Record<FaqAccess, string>> = {
  public: "Everyone who can see the portal.",
  accounts: "Members of accounts with access.",
  internal: "Your team only.",
};

/** How far back the list looks; days, null for all time. */
export const FAQ_TIMES = [
  { value: "1", label: "1 day", days: 1 },
  { value: "7", label: "7 days", days: 7 },
  { value: "30", label: "1 month", days: 30 },
  { value: "365", label: "1 year", days: 365 },
] as const;

/** The star of a row. */
export const faqStarSchema = z.object({
  intent: z.enum(["favourite", "unfavourite"], {
    error: "Something went wrong with this form. Reload the page and try again.",
  }),
  id: z
    .string({ error: "Something went wrong with this form. Reload the page and try again." })
    .min(1)
    .max(64),
});

/** What the list is narrowed to: the query of /knowledge-base, and of its export. */
export interface FaqQuery {
  search: string;
  access: FaqAccess | null;
  shortAnswer: ShortAnswerAsked | null;
  productId: string | null;
  favourite: boolean;
  /** Added in so many days. */
  days: number | null;
  review: ReviewAsked | null;
}

/** What the list is sorted by; it begins as the portal has it, favourites first, then the newest. */
export const FAQ_SORTS = [
  "favourite",
  "question",
  "topic",
  "access",
  "added",
  "modified",
  "due",
  "used",
] as const;
export type FaqSort = (typeof FAQ_SORTS)[number];
export const FAQ_USUAL_SORT: ListSort<FaqSort> = { by: "favourite", descending: true };

/** The filter that a query names; whatever names nothing narrows nothing. */
export function faqQuery(query: URLSearchParams): FaqQuery {
  const named = (name: string) => (query.get(name) ?? "").trim().slice(0, 512);
  return {
    search: named("q"),
    access: FAQ_ACCESS.find((access) => access === named("access")) ?? null,
    shortAnswer: shortAnswerAsked(named("short")),
    productId: named("product").slice(0, 64) || null,
    favourite: named("favourite") === "yes",
    days: FAQ_TIMES.find(({ value }) => value === named("time"))?.days ?? null,
    review: REVIEWS_ASKED.find(({ value }) => value === named("review"))?.value ?? null,
  };
}

/** The query of a filter, which is empty when nothing is narrowed. */
export function faqSearchParams({
  search,
  access,
  shortAnswer,
  productId,
  favourite,
  days,
  review,
}: FaqQuery): URLSearchParams {
  const pairs: [string, string | null][] = [
    ["q", search],
    ["access", access],
    ["short", shortAnswer],
    ["product", productId],
    ["favourite", favourite ? "yes" : null],
    ["time", days === null ? null : String(days)],
    ["review", review],
  ];
  return new URLSearchParams(
    pairs.filter((pair): pair is [string, string] => pair[1] !== null && pair[1] !== ""),
  );
}
