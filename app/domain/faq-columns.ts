/** The columns of the knowledge base as CSV: what an export writes and an import knows by name. */
export const FAQ_COLUMNS = [
  "id",
  "question",
  "answer",
  "comment",
  "access",
  "favourite",
  "products",
  "added",
  "modified",
] as const;

/** The columns that an import takes; the others are left alone. */
export const FAQ_IMPORT_COLUMNS = [
  "question",
  "answer",
  "comment",
  "access",
  "favourite",
  "products",
  "id",
] as const;
export type FaqImportColumn = (typeof FAQ_IMPORT_COLUMNS)[number];

export const FAQ_COLUMN_WORDS: Readonly<Record<FaqImportColumn, string>> = {
  question: "Question",
  answer: "Answer",
  comment: "Comment",
  access: "Access",
  favourite: "Favourite",
  products: "Products",
  id: "Id",
};

/** Other names that columns have in spreadsheets. */
const ALSO: Readonly<Partial<Record<FaqImportColumn, readonly string[]>>> = {
  question: ["questions", "question text", "q", "title", "control", "requirement"],
  answer: ["answers", "answer text", "a", "response", "reply"],
  comment: ["comments", "note", "notes", "remark", "remarks", "explanation"],
  access: ["access level", "visibility"],
  favourite: ["favorite", "star"],
  products: ["product"],
};

/** Which column of the file each field is taken from; null: none. */
export type FaqMapping = Readonly<Record<FaqImportColumn, number | null>>;

/** The mapping that the names of a header suggest. */
export function guessMapping(header: readonly string[]): FaqMapping {
  const names = header.map((cell) => cell.trim().toLowerCase());
  const find = (column: FaqImportColumn) => {
    const at = names.findIndex((name) => name === column || ALSO[column]?.includes(name));
    return at === -1 ? null : at;
  };
  return Object.fromEntries(
    FAQ_IMPORT_COLUMNS.map((column) => [column, find(column)]),
  ) as unknown as FaqMapping;
}

/** The mapping that a query says; null while it says none. */
export function mappingOf(query: URLSearchParams, columns: number): FaqMapping | null {
  if (query.get("question") === null) return null;
  const chosen = (column: FaqImportColumn) => {
    const text = query.get(column) ?? "";
    return /^\d{1,2}$/.test(text) && Number(text) < columns ? Number(text) : null;
  };
  return Object.fromEntries(
    FAQ_IMPORT_COLUMNS.map((column) => [column, chosen(column)]),
  ) as unknown as FaqMapping;
}
