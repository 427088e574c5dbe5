import { parentPort, workerData } from "node:worker_threads";
import { documentLayout, type FormSheet } from "#model/questionnaires/layouts.ts";
import { partFinder, partText } from "../office-package.ts";
import { MAX_RECORD } from "../tables/csv-table.ts";
import { readWorkbook, relationsOf, type SheetLimits } from "../tables/workbook.ts";
import { documentForm, withDocumentTexts } from "./document-form.ts";
import { documentStyles } from "./document-styles.ts";
import { readForm, type AskedForm } from "./form-reading.ts";
import { formSheets } from "./form-sheets.ts";
import { calculatedOnLoad, withTexts, type CellTexts } from "./sheet-xml.ts";
import { withSourcesSheet, type SourceRow } from "./sources-sheet.ts";

/** What is written: texts into cells, and into a workbook a sheet of sources, if one is asked for. */
export interface WriteTask {
  write: ReadonlyMap<string, CellTexts>;
  sources?: readonly SourceRow[] | undefined;
}

/** What writing comes to. */
export interface WrittenParts {
  changed: Map<string, string>;
  left: string[];
  /** A sheet of sources was asked for, and could not be added. */
  hasNoPlace?: boolean;
}

/*
 * Reads the questions of one workbook or document, or writes answers into its XML, and ends: a thread
 * of its own with a bound on its memory.
 */
const { parts, kind, limits, task } = workerData as {
  kind: "workbook" | "document";
  parts: ReadonlyMap<string, Uint8Array>;
  limits: Omit<SheetLimits, "maxRecord">;
  task: AskedForm | WriteTask;
};
const find = partFinder(parts.keys());
const part = (name: string) => {
  const bytes = parts.get(find(name) ?? "");
  return bytes === undefined ? null : partText(bytes);
};
const bounds = { ...limits, maxRecord: MAX_RECORD };
const work =
  kind === "document" ? ([readDocument, writtenDocument] as const) : ([read, written] as const);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
parentPort?.postMessage("write" in task ? work[1](task) : work[0](task));

/** The main part of a document: its name, its XML, and what it says. */
function documentHere() {
  const main = [...relationsOf(part, "").values()].find(({ type }) => type === "officeDocument");
  const xml = main === undefined ? null : part(main.target);
  if (main === undefined || xml === null) return null;
  const relations = [...relationsOf(part, main.target).values()];
  const styles = documentStyles((role) => {
    const found = relations.find(({ type }) => type === role);
    return found === undefined ? null : part(found.target);
  });
  const form = documentForm(xml, styles);
  return form === null ? null : { name: find(main.target) ?? main.target, xml, form };
}

function readDocument(asked: AskedForm) {
  const found = documentHere();
  if (found === null) return null;
  const { sheets } = found.form;
  if (isTooLarge(sheets)) return { ...readForm([], asked, documentLayout), tooLarge: true };
  return { ...readForm(sheets, asked, documentLayout), tooLarge: false };
}

/** Whether a document says more than a workbook may. */
function isTooLarge(sheets: readonly FormSheet[]): boolean {
  let all = 0;
  for (const { rows } of sheets)
    for (const cells of rows.values()) {
      const length = cells.reduce((sum, cell) => sum + cell.length, 0);
      all += length;
      if (length > bounds.maxRecord || all > bounds.maxCharacters) return true;
    }
  return false;
}

function writtenDocument({ write: texts }: WriteTask): WrittenParts | null {
  const found = documentHere();
  if (found === null) return null;
  const { xml, left } = withDocumentTexts(found.xml, found.form, texts);
  const hasMark = parts.get(found.name)?.[0] === 0xef;
  return { changed: new Map([[found.name, `${hasMark ? "\ufeff" : ""}${inUtf8(xml)}`]]), left };
}

function read(asked: AskedForm) {
  const found = formSheets(part, bounds);
  return found === null ? null : { ...readForm(found.sheets, asked), tooLarge: found.tooLarge };
}

/** The parts that change, by their names in the archive, and the cells that could not be written. */
function written({ write: texts, sources }: WriteTask): WrittenParts | null {
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
  if (sources === undefined) return { changed, left };
  const now = (name: string) => changed.get(find(name) ?? name) ?? part(name);
  const added = withSourcesSheet(now, book.main, sources);
  for (const [name, xml] of added ?? []) changed.set(find(name) ?? name, inUtf8(xml));
  return { changed, left, hasNoPlace: added === null };
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
