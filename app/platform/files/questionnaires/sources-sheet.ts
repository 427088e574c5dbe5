import path from "node:path/posix";
import { walk, type PartReader } from "../tables/workbook.ts";
import { cellName, escapedText, MAX_CELL } from "./sheet-xml.ts";
import { attributeIn, elementsIn, tagsOf } from "./xml-tags.ts";

/** What an answer is made of, as the sheet of sources says it. */
export interface SourceRow {
  id: string;
  question: string;
  kind: string;
  title: string;
  /** On the portal. */
  url: string;
}

/** What the sheet is called, and what stands in its first cell: it is known by that when it is read. */
const NAME = "Sources";
const TITLE = "Sources of these answers";
const NAMES = ["ID", "Question", "Kind", "Source", "URL"];
/** How wide its columns are, in letters. */
const WIDTHS = [26, 60, 14, 60, 60];

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const TYPES = "[Content_Types].xml";
const SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml";
const ROLE = "/worksheet";

/** Whether a sheet is one of sources that was added here: it asks nothing. */
export function isSourcesSheet(rows: ReadonlyMap<number, readonly string[]>): boolean {
  return rows.get(1)?.[0] === TITLE;
}

/**
 * The parts of a workbook that change or come when it gets a sheet of sources behind its own: that
 * sheet, and what names it. It has the workbook's first style: no part of styles changes.
 * @param part the parts as they are, or as they are written otherwise
 * @param main the workbook's main part
 * @returns by their names; null where the workbook is not of the make that office programs write
 */
export function withSourcesSheet(
  part: PartReader,
  main: string,
  rows: readonly SourceRow[],
): Map<string, string> | null {
  const { dir, base } = path.parse(main);
  const relationsPart = path.join(dir, "_rels", `${base}.rels`);
  const [book, relations, types] = [part(main), part(relationsPart), part(TYPES)];
  if (book === null || relations === null || types === null) return null;
  const role = roleOf(relations);
  const namespace = namespaceOf(book);
  if (role === null || namespace === null) return null;
  const id = firstFree("rIdSources", idsIn(relations));
  let number = 1;
  const target = () => `worksheets/sheet${number}.xml`;
  while (part(path.join(dir, target())) !== null) number += 1;
  const sheet = path.join(dir, target());
  const changed = new Map<string, string>();
  const add = (
    name: string,
    xml: string,
    within: string | null,
    element: (prefix: string) => string,
  ) => {
    const made = withElement(xml, within, element);
    if (made !== null) changed.set(name, made);
    return made !== null;
  };
  const { names, ids } = sheetsIn(book);
  let own = NAME;
  for (let at = 2; names.has(own.toLowerCase()); at += 1) own = `${NAME} ${at}`;
  let sheetId = 1;
  while (ids.has(sheetId)) sheetId += 1;
  const isDone =
    add(
      main,
      book,
      "sheets",
      (prefix) =>
        `<${prefix}sheet xmlns:r="${role.slice(0, -ROLE.length)}" name="${own}" sheetId="${sheetId}" r:id="${id}"/>`,
    ) &&
    add(
      relationsPart,
      relations,
      null,
      (prefix) => `<${prefix}Relationship Id="${id}" Type="${role}" Target="${target()}"/>`,
    ) &&
    add(
      TYPES,
      types,
      null,
      (prefix) => `<${prefix}Override PartName="/${sheet}" ContentType="${SHEET_TYPE}"/>`,
    );
  return isDone ? changed.set(sheet, sheetXml(namespace, rows)) : null;
}

/** XML with an element at the end of its root, or of an element in it; null where that is empty. */
function withElement(
  xml: string,
  within: string | null,
  element: (prefix: string) => string,
): string | null {
  const [root] = elementsIn(xml, 0, xml.length);
  if (root === undefined) return null;
  const place =
    within === null
      ? root
      : [...elementsIn(xml, root.inner, root.innerEnd)].find(({ name }) => name === within);
  if (place === undefined || place.innerEnd === place.end) return null;
  return `${xml.slice(0, place.innerEnd)}${element(place.prefix)}${xml.slice(place.innerEnd)}`;
}

/** What the workbook calls its relation to a sheet: two versions of the format write it differently. */
function roleOf(relations: string): string | null {
  for (const { start, end } of tagsOf(relations)) {
    const role = attributeIn(relations.slice(start, end), "Type");
    if (role?.endsWith(ROLE) === true) return role;
  }
  return null;
}

/** The namespace that a workbook's own elements are in. */
function namespaceOf(book: string): string | null {
  const [root] = tagsOf(book);
  if (root === undefined) return null;
  const name = root.prefix === "" ? "xmlns" : `xmlns:${root.prefix.slice(0, -1)}`;
  return attributeIn(book.slice(root.start, root.end), name);
}

function idsIn(relations: string): Set<string> {
  const ids = new Set<string>();
  walk(relations, { open: (_, attribute) => void ids.add(attribute("Id") ?? "") });
  return ids;
}

function firstFree(name: string, used: ReadonlySet<string>): string {
  let free = name;
  for (let at = 2; used.has(free); at += 1) free = `${name}${at}`;
  return free;
}

/** The names of all sheets, of whatever kind, in small letters, and their numbers. */
function sheetsIn(book: string): { names: Set<string>; ids: Set<number> } {
  const names = new Set<string>();
  const ids = new Set<number>();
  walk(book, {
    open(name, attribute) {
      if (name !== "sheet") return;
      names.add((attribute("name") ?? "").toLowerCase());
      ids.add(Number(attribute("sheetId")));
    },
  });
  return { names, ids };
}

/** The sheet itself. Texts are texts: none of them is a formula. */
function sheetXml(namespace: string, rows: readonly SourceRow[]): string {
  const lines = [
    [TITLE],
    NAMES,
    ...rows.map(({ id, question, kind, title, url }) => [id, question, kind, title, url]),
  ].map(
    (texts, row) =>
      `<row r="${row + 1}">${texts
        .map((text, at) =>
          text === ""
            ? ""
            : `<c r="${cellName(row + 1, at)}" t="inlineStr"><is><t xml:space="preserve">${escapedText(text.slice(0, MAX_CELL))}</t></is></c>`,
        )
        .join("")}</row>`,
  );
  const columns = WIDTHS.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  ).join("");
  return `${XML}<worksheet xmlns="${namespace}"><cols>${columns}</cols><sheetData>${lines.join("")}</sheetData></worksheet>`;
}
