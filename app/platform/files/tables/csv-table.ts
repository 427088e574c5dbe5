import { stringify } from "csv-stringify/sync";
import { Pace } from "#db/pace.ts";

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
}

/** The characters of one row. */
export const MAX_RECORD = 200_000;
/** The filled rows that a table can begin with before the first that counts: titles, and its names. */
export const HEAD_ROWS = 20;

/** The cells of one list: each takes memory. */
const MAX_CELLS = 2_000_000;
const TOO_MANY_CELLS = `It has more than ${MAX_CELLS.toLocaleString("en")} cells. Import fewer rows at a time, or leave out columns.`;

/** Said of more rows than an import takes. */
export function tooManyRows(maxRows: number): string {
  return `It has more than ${maxRows.toLocaleString("en")} rows. Import fewer at a time.`;
}

/**
 * The filled rows of a CSV file, as Excel reads them: whatever line ends it has and mixes, whatever
 * it separates its cells by, and with quotation marks inside of cells. Blanks around a cell are
 * dropped, inside of quotation marks they stay. Read row by row, so that the largest file that is
 * taken holds nobody up. What the names on top are is not known here: some rows more than `maxRows`
 * are read.
 * @throws UnreadableTable
 */
export async function readCsv(
  text: string,
  { maxRows, maxColumns }: TableLimits,
): Promise<TableRow[]> {
  const { separator, start } = separatorOf(text);
  const rows: TableRow[] = [];
  let cellCount = 0;
  const pace = new Pace();
  for (const { row, cells } of rowsOf(text, separator, start)) {
    if (cells.length > maxColumns)
      throw new UnreadableTable(`Row ${row} has more than ${maxColumns} columns.`);
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ row, cells: cells.map(unguarded) });
    if (rows.length > maxRows + HEAD_ROWS) throw new UnreadableTable(tooManyRows(maxRows));
    cellCount += cells.length;
    if (cellCount > MAX_CELLS) throw new UnreadableTable(TOO_MANY_CELLS);
    if (pace.isDue) await pace.breathe();
  }
  if (rows.length === 0) throw new UnreadableTable("It has no rows.");
  return rows;
}

/**
 * A CSV text with other texts in some of its cells: its separator, its quotation marks and every other
 * character stay. No cell that is written is a formula to a spreadsheet.
 * @param texts by the row (from 1) and the column (from 0) of their cells
 * @throws UnreadableTable
 */
export function withCsvTexts(
  text: string,
  texts: ReadonlyMap<number, ReadonlyMap<number, string>>,
): string {
  const { separator, start } = separatorOf(text);
  const pieces: string[] = [];
  let copied = 0;
  for (const { row, places } of rowsOf(text, separator, start, true)) {
    const own = [...(texts.get(row) ?? [])].sort(([a], [b]) => a - b);
    const raw = places.map(([from, to]) => text.slice(from, to).trim());
    const isQuoted = raw.every((cell) => cell === "" || cell.startsWith('"'));
    let [width, end] = [places.length, places.at(-1)?.[1] ?? copied];
    for (const [column, wanted] of own) {
      const place = places[column];
      if (place === undefined) {
        pieces.push(text.slice(copied, end), separator.repeat(column - width + 1));
        [width, copied] = [column + 1, end];
      } else {
        pieces.push(text.slice(copied, place[0]));
        copied = place[1];
      }
      pieces.push(csvCell(wanted, separator, isQuoted || raw[column]?.startsWith('"') === true));
      end = Math.max(end, copied);
    }
  }
  pieces.push(text.slice(copied));
  return pieces.join("");
}

function csvCell(text: string, separator: string, isQuoted: boolean): string {
  const cell = guarded(text);
  const mustQuote =
    cell.includes(separator) || cell !== cell.trim() || /["\r\n]/.test(cell) || isQuoted;
  return mustQuote && cell !== "" ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * Every row of a CSV text, empty ones too. A quotation mark that begins a cell quotes it to the next
 * lone one; any other is a character like the rest, and so is what follows the closing one.
 * @throws UnreadableTable
 */
function* rowsOf(
  text: string,
  separator: string,
  start: number,
  isPlaced = false,
): Generator<TableRow & { places: [number, number][] }> {
  let at = start;
  let began = start;
  let cells: string[] = [];
  let places: [number, number][] = [];
  for (let row = 1; at < text.length || cells.length > 0;) {
    const quote = skipBlanks(text, at);
    const quoted = text[quote] === '"' ? quotedAt(text, quote + 1, row) : null;
    const end = endOfCell(text, quoted?.end ?? at, separator);
    if (end - began > MAX_RECORD) throw tooLong(row);
    if (isPlaced) places.push([at, end]);
    cells.push(
      quoted === null
        ? text.slice(at, end).trim()
        : quoted.cell + text.slice(quoted.end, end).trimEnd(),
    );
    at = end + (text.startsWith("\r\n", end) ? 2 : 1);
    if (text[end] === separator) continue;
    yield { row, cells, places };
    row += 1;
    cells = [];
    places = [];
    began = at;
  }
}

const NO_CSV = "This isn’t a valid CSV file.";

function tooLong(row: number): UnreadableTable {
  return new UnreadableTable(
    `${NO_CSV} Row ${row} is longer than ${MAX_RECORD.toLocaleString("en")} characters. It may be missing a quotation mark.`,
  );
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " ") at += 1;
  return at;
}

/** What stands between quotation marks, two of which mean one, and where what follows begins. */
function quotedAt(text: string, from: number, row: number): { cell: string; end: number } {
  let cell = "";
  for (let at = from; ;) {
    const end = text.indexOf('"', at);
    if (end === -1)
      throw new UnreadableTable(`${NO_CSV} A quotation mark in row ${row} is never closed.`);
    cell += text.slice(at, end);
    if (text[end + 1] !== '"') return { cell, end: end + 1 };
    cell += '"';
    at = end + 2;
    if (at - from > MAX_RECORD) throw tooLong(row);
  }
}

function endOfCell(text: string, from: number, separator: string): number {
  const last = Math.min(text.length, from + MAX_RECORD + 1);
  let at = from;
  for (; at < last; at += 1) {
    const character = text[at];
    if (character === separator || character === "\n" || character === "\r") break;
  }
  return at;
}

const SEPARATORS = [",", ";", "\t", "|"] as const;
/** So many rows say what their cells are separated by. */
const LOOKED_AT = 20;
/** Of so many characters at most. */
const LOOKED_INTO = 100_000;

/**
 * What separates the cells, and where the rows begin. Excel's own first line `sep=;` says it, and is
 * no row; else it is what most of the first rows have.
 */
function separatorOf(text: string): { separator: string; start: number } {
  const begin = text.startsWith("\ufeff") ? 1 : 0;
  const said = /^"?sep=(.)"?(?:\r\n|\n|\r|$)/i.exec(text.slice(begin, begin + 10));
  if (said?.[1] !== undefined) return { separator: said[1], start: begin + said[0].length };
  const head = text.slice(begin, begin + LOOKED_INTO);
  let best = { separator: ",", rows: 0, first: 0 };
  for (const separator of SEPARATORS) {
    const counts = firstCounts(head, separator);
    const rows = counts.filter((count) => count > 1).length;
    const first = counts.find((count) => count > 1) ?? 0;
    if (rows > best.rows || (rows === best.rows && first > best.first))
      best = { separator, rows, first };
  }
  return { separator: best.separator, start: begin };
}

/** How many cells the first rows have; a text that is cut off may end inside of a cell. */
function firstCounts(head: string, separator: string): number[] {
  const counts: number[] = [];
  try {
    for (const { cells } of rowsOf(head, separator, 0)) {
      if (cells.some((cell) => cell.trim() !== "")) counts.push(cells.length);
      if (counts.length === LOOKED_AT) break;
    }
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
  }
  return counts;
}

/**
 * Rows as the CSV that `readCsv` reads again, and every other reader (RFC 4180). No cell is a
 * formula to a spreadsheet. A cell with a line break of any kind is quoted: by itself the writer
 * quotes the whole CR LF alone.
 */
export function writeCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  const texts = rows.map((row) =>
    row.map((cell) => (typeof cell === "string" ? guarded(cell) : cell)),
  );
  return stringify(texts, { record_delimiter: "windows", quoted_match: /[\r\n]/ });
}

/**
 * A cell that no spreadsheet calculates: an apostrophe goes before what would be a formula, and
 * before what has one already, so that reading takes exactly one away.
 */
export function guarded(cell: string): string {
  return cell.replace(/^(?='*[=+\-@\t\r＝＋－＠])/u, "'");
}

function unguarded(cell: string): string {
  return cell.replace(/^'(?='*[=+\-@\t\r＝＋－＠])/u, "");
}
