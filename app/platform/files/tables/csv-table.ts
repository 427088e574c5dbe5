import { CsvError, parse } from "csv-parse";
import { stringify } from "csv-stringify/sync";
import { mapInSlices, Pace } from "#db/pace.ts";

/**
 * A row of a table, and its number as a spreadsheet counts: the names on top are 1, and empty rows
 * count.
 */
export interface TableRow {
  row: number;
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
export async function readCsv(
  text: string,
  { maxRows, maxColumns, trim = false }: TableLimits,
): Promise<TableRow[]> {
  let records: CsvRecord[];
  try {
    records = await readRecords(text, {
      trim,
      delimiter: delimiterOf(text),
      max_record_size: MAX_RECORD,
      to: maxRows + 2,
    });
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
    throw new UnreadableTable(`Row ${wide.row} has more than ${maxColumns} columns.`);
  return mapInSlices(records, ({ record, row }) => ({ row, cells: record.map(bare) }));
}

/** A row as it is read, and its number among all of them, empty ones too. */
export interface CsvRecord {
  record: string[];
  row: number;
}

/** Bytes that are parsed at a time: about a millisecond's work, each of them a row at the worst. */
const PIECE = 1024;

/**
 * The filled rows of a CSV text, at most `to` of them, each with its number. Read piece by piece,
 * so that the largest file that is taken holds nobody up.
 * @throws CsvError of csv-parse
 */
export async function readRecords(
  text: string,
  { to, ...options }: { trim: boolean; delimiter: string; max_record_size: number; to: number },
): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  const parser = parse({
    bom: true,
    relax_column_count: true,
    // Counted by the parser: each that it handed on would cost an error about its length.
    skip_empty_lines: true,
    ...options,
    // Taken as they are parsed: handed on one by one, a million empty lines would take their reader
    // as many turns.
    on_record(record: string[], { records: filled, empty_lines: empty }) {
      // Without its empty lines a file would count otherwise than the spreadsheet that people look
      // it up in.
      if (record.some((cell) => cell.trim() !== "")) records.push({ record, row: filled + empty });
      return null;
    },
  });
  const faults: Error[] = [];
  parser.resume();
  parser.on("error", (error) => void faults.push(error));
  const bytes = Buffer.from(text, "utf8");
  const pace = new Pace();
  for (let at = 0; at < bytes.length && records.length < to && faults.length === 0; at += PIECE) {
    const piece = bytes.subarray(at, at + PIECE);
    await withoutTraces(() => new Promise<void>((resolve) => parser.write(piece, () => resolve())));
    if (pace.isDue) await pace.breathe();
  }
  if (records.length < to && faults.length === 0)
    await new Promise<void>((resolve) => {
      parser.once("end", resolve);
      parser.once("error", () => resolve());
      parser.end();
    });
  parser.destroy();
  // Rows beyond the last one that counts are not read, whatever they hold.
  if (faults[0] !== undefined && records.length < to) throw faults[0];
  return records.slice(0, to);
}

/**
 * Runs what makes errors that nobody reads, as the parser does of each row of another length: where
 * they were made costs more than all else.
 */
function withoutTraces<T>(run: () => T): T {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return run();
  } finally {
    Error.stackTraceLimit = before;
  }
}

/**
 * Rows as the CSV that `readCsv` reads again, and every other reader (RFC 4180). No cell is a
 * formula to a spreadsheet. A cell with a line break of any kind is quoted: by itself the writer
 * quotes the whole CR LF alone.
 */
export function writeCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return stringify(rows as (string | number | null)[][], {
    escape_formulas: true,
    record_delimiter: "windows",
    quoted_match: /[\r\n]/,
  });
}

/**
 * The text of a file from anywhere: UTF-8, UTF-16 with a mark, else what Windows of the West
 * writes.
 */
export async function decodeText(bytes: Uint8Array): Promise<string> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded(bytes, "utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded(bytes, "utf-16be");
  try {
    return await decoded(bytes, "utf-8");
  } catch {
    return decoded(bytes, "windows-1252");
  }
}

const DECODED_AT_ONCE = 1024 * 1024;

/** @throws TypeError where the bytes are none of this encoding */
async function decoded(bytes: Uint8Array, encoding: string): Promise<string> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === "utf-8" });
  const pace = new Pace();
  let text = "";
  for (let at = 0; at < bytes.length; at += DECODED_AT_ONCE) {
    text += decoder.decode(bytes.subarray(at, at + DECODED_AT_ONCE), { stream: true });
    if (pace.isDue) await pace.breathe();
  }
  return text + decoder.decode();
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
