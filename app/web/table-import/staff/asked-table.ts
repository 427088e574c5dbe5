import type { ColumnMapping } from "#model/table-import.ts";
import { ENCODINGS, type Encoding } from "#model/text-encodings.ts";
import type { ChoiceErrors, ReadTable } from "./read-table.ts";

/** What the step that asks for the columns shows. */
export interface AskedTable<Column extends string> {
  columns: { name: string; sample: string }[];
  mapping: ColumnMapping<Column>;
  missing: Column[];
  sheets: ReadTable<Column>["sheets"];
  sheet: number | null;
  encoding: Encoding | null;
  isSure: boolean;
  header: number;
  heads: { row: number; text: string }[];
  /** The first rows below the header, as they are read. */
  first: { row: number; cells: string[] }[];
  hidden: ReadTable<Column>["hidden"];
  seen: string;
  errors: ChoiceErrors;
}

/** Rows and columns of the preview, and how long its cells are. */
const SHOWN_ROWS = 5;
const SHOWN_COLUMNS = 12;
const SHOWN_CHARACTERS = 60;

/** A table as the step shows it that asks for its columns. */
export function askedTable<Column extends string>(
  read: ReadTable<Column>,
  errors: ChoiceErrors = {},
): AskedTable<Column> {
  const { names, mapping, sheets, sheet, encoding, isSure, header, heads, below, seen, missing } =
    read;
  const [sample] = below;
  const width = Math.max(names.length, sample?.cells.length ?? 0);
  return {
    columns: Array.from({ length: width }, (_, at) => ({
      name: `${columnName(read, at)}${read.hiddenColumns.includes(at) ? " (hidden)" : ""}`,
      sample: shortened(sample?.cells[at] ?? ""),
    })),
    mapping,
    missing,
    sheets,
    sheet,
    encoding,
    isSure,
    header,
    heads: heads.map(({ row, cells }) => ({
      row,
      text: shortened(cells.filter((cell) => cell !== "").join(", ")),
    })),
    hidden: read.hidden,
    first: below.slice(0, SHOWN_ROWS).map(({ row, cells }) => ({
      row,
      cells: Array.from({ length: Math.min(width, SHOWN_COLUMNS) }, (_, at) =>
        shortened(cells[at] ?? ""),
      ),
    })),
    seen,
    errors,
  };
}

function columnName({ names }: Pick<ReadTable<string>, "names">, at: number): string {
  return shortened(names[at] ?? "") || `Column ${at + 1}`;
}

function shortened(text: string): string {
  const letters = [...text.slice(0, 1_000).replace(/\s+/g, " ").trim()];
  return letters.length > SHOWN_CHARACTERS
    ? `${letters.slice(0, SHOWN_CHARACTERS - 1).join("")}…`
    : letters.join("");
}

/** How a table was read where that was not plain, for the page that shows what would happen. */
export function readingWords(table: ReadTable<string>): string[] {
  const { above, header, isSure, encoding, sheets, sheet, hidden } = table;
  const words: string[] = [];
  const read = sheets.length > 1 ? sheets.find(({ at }) => at === sheet) : undefined;
  if (read !== undefined) words.push(`Read from the sheet “${read.name}”.`);
  if (!isSure && encoding !== null) words.push(`Read as ${ENCODINGS[encoding].words}.`);
  if (header !== 0 && above.length === 1)
    words.push(`Row ${above[0]} is above the header and isn’t imported.`);
  if (header !== 0 && above.length > 1)
    words.push(`Rows ${above.join(", ")} are above the header and aren’t imported.`);
  if (hidden.rows > 0)
    words.push(
      `${hidden.rows === 1 ? "1 row is" : `${hidden.rows.toLocaleString("en")} rows are`} hidden in the workbook and ${hidden.isTaken ? "also imported" : hidden.rows === 1 ? "isn’t imported" : "aren’t imported"}.`,
    );
  return [...words, ...columnWords(table)];
}

/** Columns that are told by name; the others are counted. */
const NAMED_COLUMNS = 10;

/** Columns that are not imported, and those that are though the workbook hides them. */
function columnWords(table: ReadTable<string>): string[] {
  const { filled, mapping, hiddenColumns } = table;
  const taken = new Set(Object.values(mapping));
  const left = [...filled].filter((at) => !taken.has(at)).toSorted((a, b) => a - b);
  const unseen = hiddenColumns.filter((at) => taken.has(at));
  return [
    ...(left.length === 0 ? [] : [`Columns that aren’t imported: ${named(table, left)}.`]),
    ...(unseen.length === 0
      ? []
      : [`Imported though the workbook hides them: ${named(table, unseen)}.`]),
  ];
}

function named(table: ReadTable<string>, places: readonly number[]): string {
  const names = places.slice(0, NAMED_COLUMNS).map((at) => columnName(table, at));
  const more = places.length - names.length;
  return `${names.join(", ")}${more === 0 ? "" : `, and ${more} more`}`;
}
