import path from "node:path/posix";
import { Parser } from "htmlparser2";
import { partNamed } from "../office-package.ts";
import { NO_RESULT } from "./cell-faults.ts";
import { builtInFormat, formattedText, GENERAL, numberText } from "./number-text.ts";

/** A part of a workbook's archive as text; null where there is none of that name. */
export type PartReader = (name: string) => string | null;

/** One sheet with its cells as they are shown; null where it is too large. */
export interface Sheet {
  name: string;
  /** The part of the archive that it is. */
  part: string;
  isHidden: boolean;
  rows: ReadonlyMap<number, readonly string[]> | null;
  /** The filled rows that a filter or somebody hides, by their numbers. */
  hiddenRows: readonly number[];
  /** The columns that are hidden, by their places. */
  hiddenColumns: readonly number[];
  /** The rows in which tables of the sheet sum up their columns, by their numbers. */
  totalRows: readonly number[];
}

export interface SheetLimits {
  maxRows: number;
  maxColumns: number;
  /** The characters of one row, and of all sheets. */
  maxRecord: number;
  maxCharacters: number;
}

/** The last row that a sheet can have. */
const LAST_ROW = 1_048_576;

/**
 * The sheets of a workbook, found as the format says and not by their names: from the archive's own
 * relations to its main part, and from there to its sheets.
 * @returns null when there is no workbook; `main` is its main part, `active` the place of the sheet
 *   that is shown first
 */
export function readWorkbook(
  part: PartReader,
  limits: SheetLimits,
): { main: string; sheets: Sheet[]; active: number } | null {
  const main = [...relationsOf(part, "").values()].find(({ type }) => type === "officeDocument");
  const xml = main === undefined ? null : part(main.target);
  if (main === undefined || xml === null) return null;
  const book = bookOf(xml);
  if (book === null) return null;
  const relations = relationsOf(part, main.target);
  const partOf = (type: string) => {
    const found = [...relations.values()].find((relation) => relation.type === type);
    return (found === undefined ? null : part(found.target)) ?? "";
  };
  const shared = textsOf(partOf("sharedStrings"), "si");
  const formats = formatsOf(partOf("styles"));
  const budget = { characters: limits.maxCharacters };
  const sheets: Sheet[] = [];
  const read = new Set<string>();
  let active = 0;
  for (const [place, { name, isHidden, id }] of book.sheets.entries()) {
    const relation = relations.get(id);
    // A part is one sheet, however often it is named: there are as many as the archive has parts.
    if (relation?.type !== "worksheet" || read.has(relation.target)) continue;
    read.add(relation.target);
    const cells = { shared, formats, is1904: book.is1904 };
    if (place === book.active) active = sheets.length;
    const left = budget.characters;
    const filled = rowsOf(part(relation.target) ?? "", cells, limits, budget);
    // What is not taken costs the others nothing.
    if (filled.rows === null) budget.characters = left;
    const totalRows = totalRowsOf(part, relation.target).filter((row) => filled.rows?.has(row));
    sheets.push({ name, part: relation.target, isHidden, ...filled, totalRows });
  }
  return { main: main.target, sheets, active };
}

interface Handlers {
  open?(name: string, attribute: (name: string) => string | null): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Goes through XML, whatever its elements' prefixes are. */
export function walk(xml: string, { open, text, close }: Handlers): void {
  const local = (name: string) => name.slice(name.indexOf(":") + 1);
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        open?.(local(name), (wanted) => {
          const own = Object.keys(attributes).find((key) => local(key) === wanted);
          return own === undefined ? null : (attributes[own] ?? null);
        });
      },
      ontext: (piece) => text?.(piece),
      onclosetag: (name) => close?.(local(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
}

export interface Relation {
  /** The last word of its type's address, which two versions of the format write differently. */
  type: string;
  target: string;
}

/** What a part refers to, by id; without a part, what the archive as a whole does. */
export function relationsOf(part: PartReader, of: string): Map<string, Relation> {
  const { dir, base } = path.parse(of);
  const relations = new Map<string, Relation>();
  walk(part(path.join(dir, "_rels", `${base}.rels`)) ?? "", {
    open(name, attribute) {
      const [id, type, target] = [attribute("Id"), attribute("Type"), attribute("Target")];
      if (name !== "Relationship" || id === null || type === null || target === null) return;
      if (attribute("TargetMode") === "External") return;
      relations.set(id, {
        type: type.slice(type.lastIndexOf("/") + 1),
        target: partNamed(dir, target),
      });
    },
  });
  return relations;
}

/** The last rows of a sheet's tables, where they are sums. */
function totalRowsOf(part: PartReader, sheet: string): number[] {
  const found: number[] = [];
  const seen = new Set<string>();
  for (const { type, target } of relationsOf(part, sheet).values()) {
    if (type !== "table" || seen.has(target)) continue;
    seen.add(target);
    walk(part(target) ?? "", {
      open(name, attribute) {
        const count = name === "table" ? Number(attribute("totalsRowCount") ?? 0) : 0;
        const last = Number(/\d{1,7}$/.exec(attribute("ref") ?? "")?.[0] ?? 0);
        for (let row = last; row > last - Math.min(count, MAX_TOTALS); row -= 1) found.push(row);
      },
    });
  }
  return found;
}

/** Rows of sums that a table has: Excel knows one. */
const MAX_TOTALS = 5;

interface Book {
  sheets: { name: string; isHidden: boolean; id: string }[];
  active: number;
  is1904: boolean;
}

function bookOf(xml: string): Book | null {
  const book: Book = { sheets: [], active: 0, is1904: false };
  let isBook = false;
  walk(xml, {
    open(name, attribute) {
      isBook ||= name === "workbook";
      if (name === "workbookPr") book.is1904 = isTrue(attribute("date1904"));
      if (name === "workbookView") book.active = Number(attribute("activeTab") ?? 0);
      if (name !== "sheet") return;
      book.sheets.push({
        name: attribute("name") ?? "",
        isHidden: (attribute("state") ?? "visible") !== "visible",
        id: attribute("id") ?? "",
      });
    },
  });
  return isBook ? book : null;
}

function isTrue(value: string | null): boolean {
  return value === "1" || value === "true";
}

/** The texts of elements, without the readings that stand above Japanese words. */
function textsOf(xml: string, element: string): string[] {
  const texts: string[] = [];
  let text = "";
  let isText = false;
  let isReading = false;
  walk(xml, {
    open(name) {
      if (name === element) text = "";
      else if (name === "t") isText = true;
      else if (name === "rPh") isReading = true;
    },
    text(piece) {
      if (isText && !isReading) text += piece;
    },
    close(name) {
      if (name === element) texts.push(unescaped(text));
      else if (name === "t") isText = false;
      else if (name === "rPh") isReading = false;
    },
  });
  return texts;
}

/** Characters that XML can't hold are written by their number. */
export function unescaped(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The number formats of a workbook's cells, by the numbers that cells name as their style. */
export function formatsOf(xml: string): string[] {
  const own = new Map<number, string>();
  const formats: string[] = [];
  let isOfCells = false;
  walk(xml, {
    open(name, attribute) {
      const id = Number(attribute("numFmtId") ?? 0);
      if (name === "numFmt") own.set(id, attribute("formatCode") ?? GENERAL);
      else if (name === "cellXfs") isOfCells = true;
      else if (name === "xf" && isOfCells) formats.push(own.get(id) ?? builtInFormat(id));
    },
    close(name) {
      if (name === "cellXfs") isOfCells = false;
    },
  });
  return formats;
}

export interface Cells {
  shared: readonly string[];
  formats: readonly string[];
  is1904: boolean;
}

/** The filled rows of a sheet by their numbers, null when they come to too much; and what of it is hidden. */
function rowsOf(
  xml: string,
  cells: Cells,
  { maxRows, maxColumns, maxRecord }: SheetLimits,
  budget: { characters: number },
): Pick<Sheet, "rows" | "hiddenRows" | "hiddenColumns"> {
  const rows = new Map<number, string[]>();
  const hidden = new Set<number>();
  const hiddenColumns = new Set<number>();
  let row = 0;
  let column = -1;
  let length = 0;
  let cell = { type: "", style: 0, text: "" };
  /** The cell has a formula, and no result of it. */
  let isOpen = false;
  let isValue = false;
  let isReading = false;
  let isTooLarge = false;
  const put = (text: string) => {
    if (text === "" || isTooLarge || row < 1 || row > LAST_ROW) return;
    length += text.length;
    budget.characters -= text.length;
    isTooLarge = length > maxRecord || budget.characters < 0;
    // One row too many says enough.
    if (isTooLarge || (!rows.has(row) && rows.size > maxRows)) return;
    const filled = rows.get(row) ?? [];
    // One column too many says enough.
    const at = Math.min(column, maxColumns);
    while (filled.length < at) filled.push("");
    filled[at] = text;
    rows.set(row, filled);
  };
  walk(xml, {
    open(name, attribute) {
      if (name === "row") {
        row = Number(attribute("r") ?? row + 1);
        column = -1;
        length = 0;
        if (isTrue(attribute("hidden"))) hidden.add(row);
      } else if (name === "col") {
        if (!isTrue(attribute("hidden"))) return;
        const last = Math.min(Number(attribute("max")), maxColumns);
        for (let at = Math.max(1, Number(attribute("min"))); at <= last; at += 1)
          hiddenColumns.add(at - 1);
      } else if (name === "c") {
        column = columnOf(attribute("r")) ?? column + 1;
        cell = { type: attribute("t") ?? "n", style: Number(attribute("s") ?? 0), text: "" };
        isOpen = false;
      } else if (name === "f") isOpen = true;
      else if (name === "v" || name === "t") {
        isValue = true;
        isOpen = false;
      } else if (name === "rPh") isReading = true;
    },
    text(piece) {
      if (isValue && !isReading) cell.text += piece;
    },
    close(name) {
      if (name === "v" || name === "t") isValue = false;
      else if (name === "rPh") isReading = false;
      else if (name === "c") put(isOpen ? NO_RESULT : shownText(cell, cells));
    },
  });
  return {
    rows: isTooLarge ? null : rows,
    hiddenRows: [...hidden].filter((number) => rows.has(number)),
    hiddenColumns: [...hiddenColumns],
  };
}

/** The place of a column by a cell's name: 0 for A7. */
export function columnOf(name: string | null): number | null {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(name ?? "")?.[0];
  if (letters === undefined) return null;
  let place = 0;
  for (const letter of letters) place = place * 26 + letter.charCodeAt(0) - 64;
  return place - 1;
}

/** A cell as the sheet shows it. @param cell its type, the number of its style, and what it says */
export function shownText(
  { type, style, text }: { type: string; style: number; text: string },
  { shared, formats, is1904 }: Cells,
): string {
  const pattern = formats[style] ?? GENERAL;
  if (type === "s") return formattedText(shared[Number(text)] ?? "", pattern);
  if (type === "str" || type === "inlineStr") return formattedText(unescaped(text), pattern);
  if (type === "b") return isTrue(text) ? "TRUE" : "FALSE";
  if (type === "d") return text.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, "").replace("T", " ");
  const value = Number(text);
  return type === "n" && text.trim() !== "" && Number.isFinite(value)
    ? numberText(value, pattern, is1904)
    : text;
}
