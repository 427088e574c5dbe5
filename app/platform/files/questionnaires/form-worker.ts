import { parentPort, workerData } from "node:worker_threads";
import { partFinder, partText } from "../office-package.ts";
import { MAX_RECORD } from "../tables/csv-table.ts";
import { readWorkbook, type SheetLimits } from "../tables/workbook.ts";
import { readForm, type AskedForm } from "./form-reading.ts";
import { formSheets } from "./form-sheets.ts";
import { calculatedOnLoad, withTexts, type CellTexts } from "./sheet-xml.ts";

/** What writing comes to. */
export interface WrittenParts {
  changed: Map<string, string>;
  left: string[];
}

/*
 * Reads the questions of one workbook, or writes answers into the XML of its sheets, and ends: a
 * thread of its own with a bound on its memory.
 */
const { parts, limits, task } = workerData as {
  parts: ReadonlyMap<string, Uint8Array>;
  limits: Omit<SheetLimits, "maxRecord">;
  task: AskedForm | { write: ReadonlyMap<string, CellTexts> };
};
const find = partFinder(parts.keys());
const part = (name: string) => {
  const bytes = parts.get(find(name) ?? "");
  return bytes === undefined ? null : partText(bytes);
};
const bounds = { ...limits, maxRecord: MAX_RECORD };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
parentPort?.postMessage("write" in task ? written(task.write) : read(task));

function read(asked: AskedForm) {
  const found = formSheets(part, bounds);
  return found === null ? null : { ...readForm(found.sheets, asked), tooLarge: found.tooLarge };
}

/** The parts that change, by their names in the archive, and the cells that could not be written. */
function written(texts: ReadonlyMap<string, CellTexts>): WrittenParts | null {
  const book = readWorkbook(part, bounds);
  if (book === null) return null;
  const changed = new Map<string, string>();
  const left: string[] = [];
  for (const { name, part: sheet } of book.sheets) {
    const own = texts.get(name);
    if (own === undefined) continue;
    const made = withTexts(part(sheet) ?? "", own);
    changed.set(find(sheet) ?? sheet, inUtf8(made.xml));
    left.push(...made.left.map((cell) => `${name} ${cell}`));
  }
  if (changed.size > 0)
    changed.set(find(book.main) ?? book.main, inUtf8(calculatedOnLoad(part(book.main) ?? "")));
  return { changed, left };
}

/** XML that says that it is UTF-8, as it is written. */
function inUtf8(xml: string): string {
  const end = xml.startsWith("<?xml") ? xml.indexOf("?>") : -1;
  if (end === -1) return xml;
  return (
    xml.slice(0, end).replace(/encoding=(["'])utf-16(?:le|be)?\1/i, 'encoding="UTF-8"') +
    xml.slice(end)
  );
}
