import type { TableColumns } from "../table-import.ts";

/** The columns of the knowledge base as CSV: what an export writes and an import knows by name. */
export const FAQ_COLUMNS = [
  "id",
  "question",
  "answer",
  "comment",
  "access",
  "favourite",
  "products",
  "topic",
  "added",
  "modified",
] as const;

/** The columns that an import takes. */
const IMPORTED = [
  "question",
  "answer",
  "comment",
  "topic",
  "access",
  "favourite",
  "products",
  "id",
] as const;
export type FaqImportColumn = (typeof IMPORTED)[number];

/** What an import of the knowledge base takes. */
export const FAQ_TABLE: TableColumns<FaqImportColumn> = {
  columns: IMPORTED,
  name: "question",
  required: ["question", "answer"],
  words: {
    question: "Question",
    answer: "Answer",
    comment: "Comment",
    topic: "Topic",
    access: "Access",
    favourite: "Favorite",
    products: "Products",
    id: "Id",
  },
  hints: {
    access: "public, accounts or internal.",
    favourite: "yes or no.",
    products: "Product names, separated by |. An empty cell means all products.",
    id: "From an export of this knowledge base: then a reworded question is still the same entry.",
  },
  also: {
    question: ["questions", "question text", "q", "title", "control", "requirement"],
    answer: ["answers", "answer text", "a", "response", "reply"],
    comment: ["comments", "note", "notes", "remark", "remarks", "explanation"],
    topic: ["topics", "category", "domain", "section"],
    access: ["access level", "visibility"],
    favourite: ["favorite", "star"],
    products: ["product"],
  },
};
