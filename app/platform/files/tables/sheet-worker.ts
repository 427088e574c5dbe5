import { parentPort, workerData } from "node:worker_threads";
import { MAX_RECORD, writeCsv } from "./csv-table.ts";
import { packSheets } from "./staged-sheets.ts";
import { readWorkbook, type Sheet } from "./workbook.ts";

/*
 * Reads the sheets of one workbook and ends. A thread of its own with a bound on its memory: where
 * that is not enough this thread goes, and nothing else. What leaves the thread is CSV whose
 * characters were counted before: a text that a thousand cells share is one string in here, and a
 * thousand copies of it anywhere else.
 */
const { parts, maxRows, maxColumns, maxCharacters } = workerData as {
  parts: ReadonlyMap<string, Uint8Array>;
  maxRows: number;
  maxColumns: number;
  maxCharacters: number;
};
// Names of parts differ in case from what refers to them where some programs wrote them.
const byName = new Map([...parts].map(([name, bytes]) => [name.toLowerCase(), bytes]));
const book = readWorkbook(
  (name) => {
    const bytes = parts.get(name) ?? byName.get(name.toLowerCase());
    return bytes === undefined ? null : xmlOf(bytes);
  },
  { maxRows, maxColumns, maxRecord: MAX_RECORD, maxCharacters },
);
const answer =
  book === null
    ? null
    : packSheets(
        book.sheets.map((sheet) => ({ ...sheet, csv: csvOf(sheet) })),
        book.active,
      );
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
parentPort?.postMessage(answer, answer === null ? [] : [answer.buffer as ArrayBuffer]);

/** A part's text: UTF-8, or UTF-16 with its mark. */
function xmlOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isWide = first === 0xff && second === 0xfe;
  const isTurned = first === 0xfe && second === 0xff;
  return new TextDecoder(isWide ? "utf-16le" : isTurned ? "utf-16be" : "utf-8").decode(bytes);
}

/** The sheet as CSV, row for row: an empty row is an empty line, the ones below keep their numbers. */
function csvOf({ rows }: Sheet): Uint8Array | null {
  if (rows === null) return null;
  if (rows.size === 0) return new Uint8Array(0);
  const kept: (readonly string[])[] = [];
  for (const [row, cells] of [...rows].toSorted(([a], [b]) => a - b)) {
    while (kept.length < row - 1) kept.push([]);
    kept.push(cells);
  }
  return new TextEncoder().encode(`sep=,\r\n${writeCsv(kept)}`);
}
