import {
  guessMapping,
  headlessMapping,
  mappingByCells,
  seenOf,
  type ColumnLooks,
  type ColumnMapping,
  type TableChoices,
  type TableColumns,
} from "#model/table-import.ts";
import { ENCODINGS, type Encoding } from "#model/text-encodings.ts";
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

export interface Reading<Column extends string> {
  table: TableColumns<Column>;
  looks?: ColumnLooks<Column> | undefined;
  maxRows: number;
}

export const MAX_COLUMNS = 60;
/** Nothing is said of how a table is meant. */
export const AS_IT_IS = { sheet: null, encoding: null, header: null, mapping: null };

/** A table as it was chosen to be read, or as it is guessed to be meant. */
export interface ReadTable<Column extends string> {
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
  /** The rows below the header. */
  body: readonly TableRow[];
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
  const { text, encoding, isSure, sheets, sheet } = await textOf(
    bytes,
    choices,
    (heads) => headerAmong(table, heads) !== undefined,
  );
  const rows = await readCsv(text, { maxRows, maxColumns: MAX_COLUMNS });
  const heads = rows.slice(0, HEAD_ROWS);
  const guess = guessHeader(table, looks?.[table.name], heads);
  const isSaid = choices.header === 0 || heads.some(({ row }) => row === choices.header);
  const header = isSaid && choices.header !== null ? choices.header : guess.header;
  const body = rows.filter(({ row }) => row > header);
  if (body.length > maxRows) throw new UnreadableTable(tooManyRows(maxRows));
  const names = rows.find(({ row }) => row === header)?.cells ?? [];
  const cells = body.slice(0, HEAD_ROWS).map((row) => row.cells);
  const width = Math.max(names.length, ...cells.map(({ length }) => length));
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
    body,
    above: heads.filter(({ row }) => row < header).map(({ row }) => row),
    isPlain: isSure && guess.isKnown && header === guess.header && visible.length < 2,
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
): Promise<Pick<ReadTable<string>, "sheets" | "sheet" | "encoding" | "isSure"> & { text: string }> {
  const book = stagedSheets(bytes);
  if (book === null)
    return { ...(await readText(bytes, choices.encoding)), sheets: [], sheet: null };
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
  seen: string;
  errors: Partial<Record<"sheet" | "encoding" | "header", string[]>>;
}

/** Rows and columns of the preview, and how long its cells are. */
const SHOWN_ROWS = 5;
const SHOWN_COLUMNS = 12;
const SHOWN_CHARACTERS = 60;

/** A table as the step shows it that asks for its columns. */
export function askedTable<Column extends string>(
  read: ReadTable<Column>,
  errors: AskedTable<Column>["errors"] = {},
): AskedTable<Column> {
  const { names, mapping, sheets, sheet, encoding, isSure, header, heads, body, seen, missing } =
    read;
  const [sample] = body;
  const width = Math.max(names.length, sample?.cells.length ?? 0);
  return {
    columns: Array.from({ length: width }, (_, at) => ({
      name: shortened(names[at] ?? "") || `Column ${at + 1}`,
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
    first: body.slice(0, SHOWN_ROWS).map(({ row, cells }) => ({
      row,
      cells: Array.from({ length: Math.min(width, SHOWN_COLUMNS) }, (_, at) =>
        shortened(cells[at] ?? ""),
      ),
    })),
    seen,
    errors,
  };
}

function shortened(text: string): string {
  return text.slice(0, 1_000).replace(/\s+/g, " ").trim().slice(0, SHOWN_CHARACTERS);
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
): Promise<{ read: ReadTable<Column>; errors: AskedTable<Column>["errors"] }> {
  try {
    const read = await readTable(bytes, reading, choices);
    const isEmpty = read.body.length === 0 && choices.header !== null;
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

/** How a table was read where that was not plain, for the page that shows what would happen. */
export function readingWords({
  above,
  header,
  isSure,
  encoding,
  sheets,
  sheet,
}: ReadTable<string>): string[] {
  const words: string[] = [];
  const read = sheets.length > 1 ? sheets.find(({ at }) => at === sheet) : undefined;
  if (read !== undefined) words.push(`Read from the sheet “${read.name}”.`);
  if (!isSure && encoding !== null) words.push(`Read as ${ENCODINGS[encoding].words}.`);
  if (header === 0) return words;
  if (above.length === 1) words.push(`Row ${above[0]} is above the header and isn’t imported.`);
  if (above.length > 1)
    words.push(`Rows ${above.join(", ")} are above the header and aren’t imported.`);
  return words;
}

/** All that is wrong with the rows of a list that is taken whole or not at all. */
export class FaultyRows extends UnreadableTable {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join(" "));
    this.faults = faults;
  }
}
