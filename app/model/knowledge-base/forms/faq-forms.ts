import * as z from "zod";
import { hasFewMarks, TOO_MANY_MARKS } from "#values/folding.ts";
import type { ListSort } from "#values/list-sort.ts";
import { FAQ_ACCESS, type FaqAccess } from "#model/updates/update-words.ts";

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
  public: "Everyone who may read the portal.",
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

/** Limits of an entry's texts, the same in the form, in imports and in content folders. */
export const FAQ_LIMITS = {
  question: { min: 5, max: 500 },
  answer: { min: 2, max: 20_000 },
  comment: { max: 20_000 },
  topic: { min: 2, max: 50 },
} as const;

const { question, answer, comment, topic } = FAQ_LIMITS;
/** A text as its reader gets it: line ends of one kind, nothing before and after. */
const text = (error: string) =>
  z
    .string({ error })
    .overwrite((value) => value.replace(/\r\n?/g, "\n").trim())
    .refine(hasFewMarks, TOO_MANY_MARKS);

const faqTexts = {
  question: text("Enter a question")
    .min(question.min, `Use ${question.min} characters or more`)
    .max(question.max, `Use at most ${question.max} characters`),
  answer: text("Enter an answer")
    .min(answer.min, `Use ${answer.min} characters or more`)
    .max(answer.max, `Use at most ${answer.max.toLocaleString("en")} characters`),
  comment: text("Enter a comment")
    .max(comment.max, `Use at most ${comment.max.toLocaleString("en")} characters`)
    .optional()
    .transform((value) => (value === undefined || value === "" ? null : value)),
  topic: z
    .string({ error: "Enter a topic" })
    .overwrite((value) => value.replace(/\s+/g, " ").trim())
    .refine((value) => value === "" || value.length >= topic.min, {
      error: `Use ${topic.min} characters or more`,
    })
    .max(topic.max, `Use at most ${topic.max} characters`)
    .refine(hasFewMarks, TOO_MANY_MARKS)
    .optional()
    .transform((value) => (value === undefined || value === "" ? null : value)),
};

/** An entry as its form sends it, and as a row of an import is judged. */
export const faqSchema = z.object({
  ...faqTexts,
  access: z.enum(FAQ_ACCESS, { error: "Choose who may read it" }),
  favourite: z
    .literal("yes")
    .optional()
    .transform((value) => value !== undefined),
  productIds: z.array(z.string().max(64)).max(500, "Choose fewer products").default([]),
});
export type FaqForm = z.output<typeof faqSchema>;

/** What the page of one entry does; `base` is the stamp of what its form was rendered from. */
export const faqIntentSchema = z.object({
  intent: z
    .enum(["save", "delete"], { error: "This form names nothing that this page does." })
    .default("save"),
  base: z.string().max(200).optional(),
});

/** The star of a row. */
export const faqStarSchema = z.object({
  intent: z.enum(["favourite", "unfavourite"], {
    error: "This form names nothing that this page does.",
  }),
  id: z.string({ error: "This form names no entry." }).min(1).max(64),
});

/** What the list is narrowed to: the query of /knowledge-base, and of its export. */
export interface FaqQuery {
  search: string;
  access: FaqAccess | null;
  productId: string | null;
  favourite: boolean;
  /** Added in so many days. */
  days: number | null;
}

/** What the list is sorted by; it begins as the portal has it, favourites first, then the newest. */
export const FAQ_SORTS = ["favourite", "question", "topic", "access", "added", "modified"] as const;
export type FaqSort = (typeof FAQ_SORTS)[number];
export const FAQ_USUAL_SORT: ListSort<FaqSort> = { by: "favourite", descending: true };

/** The filter that a query names; whatever names nothing narrows nothing. */
export function faqQuery(query: URLSearchParams): FaqQuery {
  const named = (name: string) => (query.get(name) ?? "").trim().slice(0, 512);
  return {
    search: named("q"),
    access: FAQ_ACCESS.find((access) => access === named("access")) ?? null,
    productId: named("product").slice(0, 64) || null,
    favourite: named("favourite") === "yes",
    days: FAQ_TIMES.find(({ value }) => value === named("time"))?.days ?? null,
  };
}

/** The query of a filter, which is empty when nothing is narrowed. */
export function faqSearchParams({
  search,
  access,
  productId,
  favourite,
  days,
}: FaqQuery): URLSearchParams {
  const pairs: [string, string | null][] = [
    ["q", search],
    ["access", access],
    ["product", productId],
    ["favourite", favourite ? "yes" : null],
    ["time", days === null ? null : String(days)],
  ];
  return new URLSearchParams(
    pairs.filter((pair): pair is [string, string] => pair[1] !== null && pair[1] !== ""),
  );
}
