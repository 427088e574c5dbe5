import { CsvError, parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";

/** A row of a table, and the line of the file on which it ends. */
export interface TableRow {
  line: number;
  cells: string[];
}

/** A table that can't be read; the message says why. */
export class UnreadableTable extends Error {}

export interface TableLimits {
  maxRows: number;
  maxColumns: number;
  /** Blanks around cells, inside of quotes or not, say nothing. */
  trim?: boolean;
}

/** The characters of one row. */
export const MAX_RECORD = 200_000;

/**
 * The rows of a CSV file, whatever it parts its cells by: comma, semicolon or tab.
 * @throws UnreadableTable
 */
export function readCsv(
  text: string,
  { maxRows, maxColumns, trim = false }: TableLimits,
): TableRow[] {
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, {
      bom: true,
      trim,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      info: true,
      max_record_size: MAX_RECORD,
      to: maxRows + 2,
    }) as unknown as typeof records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableTable(`This is no CSV that can be read: ${error.message}`);
  }
  if (records.length === 0) throw new UnreadableTable("There are no rows in it.");
  if (records.length > maxRows + 1)
    throw new UnreadableTable(
      `It has more than ${maxRows.toLocaleString("en")} rows; import fewer at a time.`,
    );
  const wide = records.find(({ record }) => record.length > maxColumns);
  if (wide !== undefined)
    throw new UnreadableTable(`Line ${wide.info.lines} has more than ${maxColumns} columns.`);
  return records.map(({ record, info }) => ({ line: info.lines, cells: record.map(bare) }));
}

/** Rows as the CSV that `readCsv` reads again. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], { escape_formulas: true, record_delimiter: "windows" });
}

/** The text of a file from anywhere: UTF-8, UTF-16 with a mark, else what Windows of the West writes. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** What the first line parts its cells by, outside of quotes. */
function delimiterOf(text: string): string {
  const counts = new Map([
    [",", 0],
    [";", 0],
    ["\t", 0],
  ]);
  let quoted = false;
  for (const character of text.slice(0, 10_000)) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === "\n" || character === "\r")) break;
    else if (!quoted && counts.has(character))
      counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ",";
}

/** Our own exports put an apostrophe before what a spreadsheet would calculate. */
function bare(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, "");
}
