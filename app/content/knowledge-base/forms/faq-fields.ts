import * as z from "zod";
import { REVIEW_MONTHS } from "#model/knowledge-base/reviews.ts";
import type { TableColumns } from "#model/table-import.ts";
import { hasFewMarks, TOO_MANY_MARKS } from "#values/folding.ts";
import {
  ACCESS_FIELD,
  entrySchema,
  PRODUCTS_FIELD,
  SHORT_ANSWER_FIELD,
  type EntryFields,
  type EntryForm,
} from "#content/edit-kit/rules/entry-fields.ts";
import { entryTable } from "#content/edit-kit/rules/entry-names.ts";

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

/** What an entry is made of: a question, its answer, and who reads it. */
export const FAQ_FIELDS = {
  question: {
    kind: "line",
    label: "Question",
    schema: text("Enter a question")
      .min(question.min, `Use ${question.min} characters or more`)
      .max(question.max, `Use at most ${question.max} characters`),
    content: z.string().min(question.min).max(question.max),
    column: { also: ["questions", "question text", "q", "title", "control", "requirement"] },
  },
  shortAnswer: SHORT_ANSWER_FIELD,
  answer: {
    kind: "markdown",
    label: "Answer",
    schema: text("Enter an answer")
      .min(answer.min, `Use ${answer.min} characters or more`)
      .max(answer.max, `Use at most ${answer.max.toLocaleString("en")} characters`),
    content: z.string().max(answer.max).min(answer.min),
    form: { hint: "Markdown.", rows: 10 },
    column: { also: ["answers", "answer text", "a", "response", "reply"] },
  },
  comment: {
    kind: "markdown",
    label: "Comment",
    schema: text("Enter a comment")
      .max(comment.max, `Use at most ${comment.max.toLocaleString("en")} characters`)
      .optional()
      .transform((value) => (value === undefined || value === "" ? null : value)),
    content: z.string().max(comment.max).optional(),
    form: { hint: "Shown below the answer. Markdown.", rows: 4 },
    column: { also: ["comments", "note", "notes", "remark", "remarks", "explanation"] },
  },
  // What it is about: entries of one topic stand together.
  topic: {
    kind: "line",
    label: "Topic",
    schema: z
      .string({ error: "Enter a topic" })
      .overwrite((value) => value.replace(/\s+/g, " ").trim())
      .refine((value) => value === "" || value.length >= topic.min, {
        error: `Use ${topic.min} characters or more`,
      })
      .max(topic.max, `Use at most ${topic.max} characters`)
      .refine(hasFewMarks, TOO_MANY_MARKS)
      .optional()
      .transform((value) => (value === undefined || value === "" ? null : value)),
    content: z.string().min(topic.min).max(topic.max).optional(),
    form: { hint: "Optional. Entries with the same topic are shown together.", suggests: true },
    column: { also: ["topics", "category", "domain", "section"] },
  },
  access: ACCESS_FIELD,
  favourite: {
    kind: "flag",
    label: "Favorite",
    schema: z
      .literal("yes")
      .optional()
      .transform((value) => value !== undefined),
    content: z.boolean().default(false),
    form: { hint: "Favorites come first." },
    column: { hint: "yes or no.", also: ["favorite", "star"] },
    set: ["Added to favorites", "Removed from favorites"],
  },
  productIds: PRODUCTS_FIELD,
} as const satisfies EntryFields;

/** An entry as its form sends it, and as a row of an import is judged. */
export const faqSchema = entrySchema(FAQ_FIELDS);
export type FaqForm = EntryForm<typeof FAQ_FIELDS>;

const ENTRY_TABLE = entryTable(
  FAQ_FIELDS,
  ["question", "answer"],
  "From an export of this knowledge base. It identifies an entry even if its question has changed.",
);
export type FaqImportColumn = (typeof ENTRY_TABLE)["columns"][number] | "owner" | "reviewMonths";

/** What an import of the knowledge base takes: what entries say, and what is known of their reviews. */
export const FAQ_TABLE: TableColumns<FaqImportColumn> = {
  ...ENTRY_TABLE,
  columns: [
    ...ENTRY_TABLE.columns.filter((column) => column !== "id"),
    "owner",
    "reviewMonths",
    "id",
  ],
  words: { ...ENTRY_TABLE.words, owner: "Owner", reviewMonths: "Months between reviews" },
  hints: {
    ...ENTRY_TABLE.hints,
    owner:
      "Email or name of someone on your team. An empty cell means no owner. Other people are left out, and their rows are imported without them.",
    reviewMonths: `${REVIEW_MONTHS.join(", ")}. An empty cell means no reviews.`,
  },
  also: { ...ENTRY_TABLE.also, owner: ["entry owner"], reviewMonths: ["review months"] },
};

/** What a stored entry says by the names of its fields. */
export function faqSaid<Entry extends { favouriteAt: string | null }>(entry: Entry) {
  return { ...entry, favourite: entry.favouriteAt !== null };
}
