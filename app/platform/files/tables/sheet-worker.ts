import { parentPort, workerData } from "node:worker_threads";
import { partFinder, partText } from "../office-package.ts";
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
const find = partFinder(parts.keys());
const book = readWorkbook(
  (name) => {
    const bytes = parts.get(find(name) ?? "");
    return bytes === undefined ? null : partText(bytes);
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
