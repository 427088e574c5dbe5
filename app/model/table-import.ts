import { encodingNamed, type Encoding } from "./text-encodings.ts";

/** What an import of a table takes: its columns, and how a file says which of its own is which. */
export interface TableColumns<Column extends string> {
  /**
   * The columns that are taken, in the order in which they are asked for; others are left alone.
   */
  columns: readonly Column[];
  /** The one that a row is called by. A query that names columns always names it. */
  name: Column;
  /** Those without which there is nothing to read. */
  required: readonly Column[];
  words: Readonly<Record<Column, string>>;
  hints: Readonly<Partial<Record<Column, string>>>;
  /** Other names that columns have in spreadsheets; case, blanks, hyphens and dots don't count. */
  also: Readonly<Partial<Record<Column, readonly string[]>>>;
  /** The columns, in their order, of a table that is also understood without names on top. */
  headless?: readonly Column[];
}

/** What a cell of a column looks like, where that is plain to see: an address of email. */
export type ColumnLooks<Column extends string> = Readonly<
  Partial<Record<Column, (cell: string) => boolean>>
>;

/** Which column of the file each field is taken from; null: none. */
export type ColumnMapping<Column extends string> = Readonly<Record<Column, number | null>>;

/** What somebody says of a table that can be read in more than one way. */
export interface TableChoices<Column extends string> {
  /** The place of the sheet in its workbook; null: not said. */
  sheet: number | null;
  encoding: Encoding | null;
  /** The number of the row with the names; 0: there is none. */
  header: number | null;
  /** Whether rows that the workbook hides are taken. */
  hidden: boolean;
  /** null: not said, or said of another sheet, encoding or header than is chosen now. */
  mapping: ColumnMapping<Column> | null;
}

/** The names of a form's fields that say how a table is read, beside those of its columns. */
export const CHOICE_FIELDS = ["sheet", "encoding", "header", "hidden", "seen", "show"] as const;

/** Those of them that say it. */
export const READING_FIELDS = CHOICE_FIELDS.slice(0, 4);

/** Columns that a table can have. */
export const MAX_COLUMNS = 300;

/** The columns that the names of a row suggest. */
export function guessMapping<Column extends string>(
  { columns, also, words }: TableColumns<Column>,
  header: readonly string[],
): ColumnMapping<Column> {
  const names = header.map(plainName);
  return mapped(columns, (column) => {
    // Its own name counts before those that others give it.
    for (const known of [column, words[column], ...(also[column] ?? [])].map(plainName)) {
      const at = names.indexOf(known);
      if (at !== -1) return at;
    }
    return null;
  });
}

/** Whether several columns of a table have a name that one of the mapping has. */
export function isAmbiguous<Column extends string>(
  mapping: ColumnMapping<Column>,
  header: readonly string[],
): boolean {
  const names = header.map(plainName);
  return Object.values<number | null>(mapping).some((at) => {
    const name = at === null ? "" : (names[at] ?? "");
    return name !== "" && names.indexOf(name) !== names.lastIndexOf(name);
  });
}

/** The mapping of a table without names on top. */
export function headlessMapping<Column extends string>({
  columns,
  headless,
}: TableColumns<Column>): ColumnMapping<Column> {
  return mapped(columns, (column) => {
    const at = headless?.indexOf(column) ?? -1;
    return at === -1 ? null : at;
  });
}

/** A mapping with the columns that no name gave away, by what most of their cells look like. */
export function mappingByCells<Column extends string>(
  { columns }: TableColumns<Column>,
  looks: ColumnLooks<Column> | undefined,
  known: ColumnMapping<Column>,
  rows: readonly (readonly string[])[],
): ColumnMapping<Column> {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  return mapped(columns, (column) => {
    const fits = looks?.[column];
    if (known[column] !== null || fits === undefined) return known[column];
    const counts = Array.from(
      { length: width },
      (_, at) => rows.filter((cells) => fits(cells[at] ?? "")).length,
    );
    const most = Math.max(0, ...counts);
    return most * 2 > rows.length ? counts.indexOf(most) : null;
  });
}

/** What a query or a form says of its table. @param said the field of this name, null for none */
export function choicesOf<Column extends string>(
  { columns, name }: TableColumns<Column>,
  said: (name: string) => string | null,
): TableChoices<Column> {
  const sheet = numberIn(said("sheet"), 4);
  const encoding = encodingNamed(said("encoding"));
  const header = numberIn(said("header"), 6);
  const seen = said("seen");
  // Columns belong to the table that was shown when they were chosen.
  const isOfThese = seen === null || seen === seenOf({ sheet, encoding, header });
  const isAsked = said(name) === null || said("show") !== null || !isOfThese;
  const mapping = isAsked ? null : mapped(columns, (column) => numberIn(said(column), 3));
  return { sheet, encoding, header, hidden: said("hidden") === "yes", mapping };
}

/** How a form notes which sheet, encoding and header its columns were shown for. */
export function seenOf({
  sheet,
  encoding,
  header,
}: Pick<TableChoices<string>, "sheet" | "encoding" | "header">): string {
  return [sheet, encoding, header].map((choice) => choice ?? "").join(".");
}

/** One name however it is written. */
function plainName(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{Cf}\s_.:*-]/gu, "");
}

function numberIn(text: string | null, digits: number): number | null {
  return text !== null && /^\d+$/.test(text) && text.length <= digits ? Number(text) : null;
}

function mapped<Column extends string>(
  columns: readonly Column[],
  find: (column: Column) => number | null,
): ColumnMapping<Column> {
  return Object.fromEntries(
    columns.map((column) => [column, find(column)]),
  ) as unknown as ColumnMapping<Column>;
}
