import { parentPort, workerData } from "node:worker_threads";
import { readSheet } from "read-excel-file/universal";

/*
 * Reads the first sheet of one workbook and ends. A thread of its own with a bound on its memory: a sheet
 * that names a cell at the far end makes the reader build every cell before it, and then this thread goes,
 * and nothing else.
 */
const { workbook, maxRows, maxColumns } = workerData as { workbook: ArrayBuffer; maxRows: number; maxColumns: number };
const rows = await readSheet(workbook);
const cells = rows.slice(0, maxRows + 2).map((row) => row.slice(0, maxColumns + 1).map(text));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
parentPort?.postMessage(cells);

function text(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, "");
  return cell === null || cell === undefined ? "" : String(cell);
}
