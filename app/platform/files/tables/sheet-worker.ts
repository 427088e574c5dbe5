import { parentPort, workerData } from "node:worker_threads";
import { readSheet } from "read-excel-file/universal";
import { MAX_RECORD, writeCsv } from "./csv-table.ts";

/*
 * Reads the first sheet of one workbook and ends. A thread of its own with a bound on its memory: a
 * sheet that names a cell at the far end makes the reader build every cell before it, and then this
 * thread goes, and nothing else. What leaves the thread is one piece of CSV whose characters were
 * counted before: a text that a thousand cells share is one string in here, and a thousand copies
 * of it anywhere else.
 */
const { workbook, maxRows, maxColumns, maxCharacters } = workerData as {
  workbook: ArrayBuffer;
  maxRows: number;
  maxColumns: number;
  maxCharacters: number;
};
const answer = csvOf(await readSheet(workbook));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
parentPort?.postMessage(answer, answer === null ? [] : [answer.buffer as ArrayBuffer]);

/** The sheet as CSV, row for row; null when it is too large. */
function csvOf(rows: readonly (readonly unknown[])[]): Uint8Array | null {
  const kept: string[][] = [];
  let characters = 0;
  for (const row of rows.slice(0, maxRows + 2)) {
    const cells = row.slice(0, maxColumns + 1).map(text);
    const length = cells.reduce((sum, cell) => sum + cell.length, 0);
    characters += length;
    if (length > MAX_RECORD || characters > maxCharacters) return null;
    // An empty row is an empty line: the ones below keep their numbers.
    kept.push(length === 0 ? [] : cells);
  }
  while (kept.at(-1)?.length === 0) kept.pop();
  return new TextEncoder().encode(writeCsv(kept));
}

function text(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, "");
  return cell === null || cell === undefined ? "" : String(cell);
}
