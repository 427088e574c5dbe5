import {
  guessMapping,
  headlessMapping,
  isAmbiguous,
  mappingByCells,
  MAX_COLUMNS,
  seenOf,
  type ColumnLooks,
  type ColumnMapping,
  type TableChoices,
  type TableColumns,
} from "#model/table-import.ts";
import type { Encoding } from "#model/text-encodings.ts";
import {
  HEAD_ROWS,
  readCsv,
  tooManyRows,
  UnreadableTable,
  type TableRow,
} from "#platform/files/tables/csv-table.ts";
import { stagedSheets } from "#platform/files/tables/staged-sheets.ts";
import { readText } from "#platform/files/tables/text-encoding.ts";
import { TOO_LARGE } from "#platform/files/tables/xlsx-table.ts";
import { sorted, type SortedRows } from "./row-faults.ts";

export interface Reading<Column extends string> {
  table: TableColumns<Column>;
  looks?: ColumnLooks<Column> | undefined;
  maxRows: number;
}

/** Nothing is said of how a table is meant. */
export const AS_IT_IS = {
  sheet: null,
  encoding: null,
  header: null,
  hidden: false,
  mapping: null,
};

/** What is wrong with a choice, by its field. */
export type ChoiceErrors = Partial<Record<"sheet" | "encoding" | "header", string[]>>;

/** A table as it was chosen to be read, or as it is guessed to be meant. */
export interface ReadTable<Column extends string> extends SortedRows {
  /** The sheets of a workbook that have rows, by their places; empty for a text. */
  sheets: readonly { at: number; name: string; isHidden: boolean }[];
  /** The place of the one that is read. */
  sheet: number | null;
  /** null: a workbook says it itself. */
  encoding: Encoding | null;
  /** The number of the row with the names; 0: there is none. */
  header: number;
  /** The cells of that row. */
  names: readonly string[];
  /** The rows that could be it. */
  heads: readonly TableRow[];
  mapping: ColumnMapping<Column>;
  /** Required columns that the mapping has none for. */
  missing: Column[];
  /** The rows below the header that are taken. */
  below: readonly TableRow[];
  /** Rows below the header that the workbook hides, and whether they are taken. */
  hidden: { rows: number; isTaken: boolean };
  /** The columns that the workbook hides, by their places. */
  hiddenColumns: readonly number[];
  /** Filled rows above it. */
  above: readonly number[];
  /** false: it could be meant otherwise, and has to be asked. */
  isPlain: boolean;
  /** Whether the file says its encoding itself. */
  isSure: boolean;
  /** Which choices the columns belong to. */
  seen: string;
}

/**
 * Reads a file as a table: what somebody chose of it, and for the rest what it most likely means.
 * @throws UnreadableTable
 */
export async function readTable<Column extends string>(
  bytes: Uint8Array,
  { table, looks, maxRows }: Reading<Column>,
  choices: TableChoices<Column>,
): Promise<ReadTable<Column>> {
  const { text, encoding, isSure, sheets, sheet, hiddenRows, hiddenColumns, totalRows } =
    await textOf(bytes, choices, (heads) => headerAmong(table, heads) !== undefined);
  const rows = await readCsv(text, { maxRows, maxColumns: MAX_COLUMNS });
  const heads = rows.slice(0, HEAD_ROWS);
  const guess = guessHeader(table, looks?.[table.name], heads);
  const isSaid = choices.header === 0 || heads.some(({ row }) => row === choices.header);
  const header = isSaid && choices.header !== null ? choices.header : guess.header;
  const all = rows.filter(({ row }) => row > header);
  if (all.length > maxRows) throw new UnreadableTable(tooManyRows(maxRows));
  const shown = all.filter(({ row }) => !hiddenRows.has(row));
  const below = choices.hidden ? all : shown;
  const names = rows.find(({ row }) => row === header)?.cells ?? [];
  const cells = below.slice(0, HEAD_ROWS).map((row) => row.cells);
  const width = Math.max(names.length, ...cells.map(({ length }) => length));
  const hidden = { rows: all.length - shown.length, isTaken: choices.hidden };
  const suggested = mappingByCells(
    table,
    looks,
    header === 0 && guess.isKnown && guess.header === 0
      ? headlessMapping(table)
      : guessMapping(table, names),
    cells,
  );
  const mapping = choices.mapping === null ? suggested : within(choices.mapping, width);
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  return {
    sheets,
    sheet,
    encoding,
    header,
    names,
    heads,
    mapping,
    missing: table.required.filter((column) => mapping[column] === null),
    below,
    ...(await sorted(below, {
      mapping,
      name: table.name,
      width: sheet === null ? names.length : 0,
      totalRows,
    })),
    hidden,
    hiddenColumns,
    above: heads.filter(({ row }) => row < header).map(({ row }) => row),
    isPlain:
      isSure &&
      guess.isKnown &&
      header === guess.header &&
      visible.length < 2 &&
      hidden.rows === 0 &&
      !isAmbiguous(mapping, names),
    isSure,
    seen: seenOf({ sheet, encoding, header }),
  };
}

/**
 * The text of a file, or of the sheet that was chosen. Of several one is suggested that names what
 * is required, else the one that a spreadsheet shows first; one that is hidden only where there is
 * no other.
 */
async function textOf(
  bytes: Uint8Array,
  choices: Pick<TableChoices<string>, "sheet" | "encoding">,
  fits: (heads: readonly TableRow[]) => boolean,
): Promise<
  Pick<ReadTable<string>, "sheets" | "sheet" | "encoding" | "isSure" | "hiddenColumns"> & {
    text: string;
    hiddenRows: ReadonlySet<number>;
    totalRows: ReadonlySet<number>;
  }
> {
  const book = stagedSheets(bytes);
  if (book === null)
    return {
      ...(await readText(bytes, choices.encoding)),
      sheets: [],
      sheet: null,
      hiddenRows: new Set(),
      totalRows: new Set(),
      hiddenColumns: [],
    };
  const filled = book.sheets
    .map((sheet, at) => ({ ...sheet, at }))
    .filter(({ csv }) => csv?.length !== 0);
  const visible = filled.filter(({ isHidden }) => !isHidden);
  const chosen =
    filled.find(({ at }) => at === choices.sheet) ??
    (await firstThatFits(visible, fits)) ??
    visible.find(({ at }) => at === book.active) ??
    visible[0] ??
    filled[0];
  if (chosen === undefined) throw new UnreadableTable("This workbook has no rows.");
  if (chosen.csv === null) throw new UnreadableTable(TOO_LARGE);
  return {
    text: new TextDecoder().decode(chosen.csv),
    encoding: null,
    isSure: true,
    sheets: filled.map(({ at, name, isHidden }) => ({ at, name, isHidden })),
    sheet: chosen.at,
    hiddenRows: new Set(chosen.hiddenRows),
    totalRows: new Set(chosen.totalRows),
    hiddenColumns: chosen.hiddenColumns,
  };
}

/** Sheets whose beginnings are looked at, and how much of each. */
const SHEETS_LOOKED_AT = 10;
const LOOKED_INTO = 20_000;

/** The first of several sheets whose first rows fit. */
async function firstThatFits<Sheet extends { csv: Uint8Array | null }>(
  sheets: readonly Sheet[],
  fits: (heads: readonly TableRow[]) => boolean,
): Promise<Sheet | undefined> {
  if (sheets.length < 2) return undefined;
  for (const sheet of sheets.slice(0, SHEETS_LOOKED_AT)) {
    const text = new TextDecoder().decode(sheet.csv?.subarray(0, LOOKED_INTO));
    try {
      const rows = await readCsv(text, { maxRows: LOOKED_INTO, maxColumns: MAX_COLUMNS });
      if (fits(rows.slice(0, HEAD_ROWS))) return sheet;
    } catch (error) {
      // One that can't be read so far is not suggested.
      if (!(error instanceof UnreadableTable)) throw error;
    }
  }
  return undefined;
}

/**
 * Which of the first rows has the names: one that names all that is required; else there is none, or
 * it is the first that is no title. Known is what stands on top, and nothing above it.
 */
function guessHeader<Column extends string>(
  table: TableColumns<Column>,
  looks: ((cell: string) => boolean) | undefined,
  heads: readonly TableRow[],
): { header: number; isKnown: boolean } {
  const [first] = heads;
  const named = headerAmong(table, heads);
  if (named !== undefined) return { header: named.row, isKnown: named === first };
  if (looks !== undefined && first !== undefined) {
    const at = first.cells.findIndex(looks);
    if (at !== -1) return { header: 0, isKnown: at === 0 && table.headless !== undefined };
  }
  const wide = heads.find(({ cells }) => cells.filter((cell) => cell !== "").length > 1);
  return { header: (wide ?? first)?.row ?? 0, isKnown: false };
}

/** The row that names all that is required. */
function headerAmong<Column extends string>(
  table: TableColumns<Column>,
  heads: readonly TableRow[],
): TableRow | undefined {
  return heads.find(({ cells }) => {
    const mapping = guessMapping(table, cells);
    return table.required.every((column) => mapping[column] !== null);
  });
}

/** A mapping without columns that the table has not. */
function within<Column extends string>(
  mapping: ColumnMapping<Column>,
  width: number,
): ColumnMapping<Column> {
  return Object.fromEntries(
    Object.entries<number | null>(mapping).map(([column, at]) => [
      column,
      at !== null && at < width ? at : null,
    ]),
  ) as ColumnMapping<Column>;
}

/**
 * Reads a table as it was chosen; where it can't be read so, as it is guessed to be meant, with the
 * reason at the choice.
 * @throws UnreadableTable when it can't be read in any way
 */
export async function readChosen<Column extends string>(
  bytes: Uint8Array,
  reading: Reading<Column>,
  choices: TableChoices<Column>,
): Promise<{ read: ReadTable<Column>; errors: ChoiceErrors }> {
  try {
    const read = await readTable(bytes, reading, choices);
    const isEmpty = read.below.length === 0 && choices.header !== null;
    return { read, errors: isEmpty ? { header: [NO_ROWS] } : {} };
  } catch (error) {
    const { sheet, encoding } = choices;
    if (!(error instanceof UnreadableTable) || (sheet === null && encoding === null)) throw error;
    const read = await readTable(bytes, reading, AS_IT_IS);
    return { read, errors: { [read.sheet === null ? "encoding" : "sheet"]: [error.message] } };
  }
}

/** Said of a table that ends with its names. */
export const NO_ROWS = "There are no rows below the header.";
