import { attributeIn, tagsOf, type Tag } from "./xml-tags.ts";

/**
 * Writes texts into cells of a sheet's own XML, and leaves every other byte of it as it is. The XML is
 * gone through once, tag by tag; nothing of it is parsed and written anew.
 */

/** Texts by the row (from 1) and the column (from 0) of their cells. */
export type CellTexts = ReadonlyMap<number, ReadonlyMap<number, string>>;

/** What a cell holds at most: the format's own limit. */
export const MAX_CELL = 32_767;

/** A text as XML holds it; what XML can't hold is written by its number, as the format has it. */
export function escapedText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, "\n")
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
      // oxlint-disable-next-line no-control-regex -- just these
      .replace(
        /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
        (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
      )
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
  );
}

/** A cell's name: A7. */
export function cellName(row: number, column: number): string {
  let letters = "";
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return `${letters}${row}`;
}

function columnNamed(name: string | null): number | null {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(name ?? "")?.[0];
  if (letters === undefined) return null;
  let place = 0;
  for (const letter of letters) place = place * 26 + letter.charCodeAt(0) - 64;
  return place - 1;
}

/** A cell with a text in its own style; without a text an empty one. */
function cell(prefix: string, row: number, column: number, style: string | null, text: string) {
  const begin = `<${prefix}c r="${cellName(row, column)}"${style === null ? "" : ` s="${style}"`}`;
  if (text === "") return `${begin}/>`;
  return `${begin} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${escapedText(text)}</${prefix}t></${prefix}is></${prefix}c>`;
}

/**
 * The XML of a sheet with texts in some of its cells, each in the style that it has. A cell that holds
 * a formula stays as it is, and so does a sheet that has no such row.
 * @returns the XML, and the names of the cells that were left
 */
export function withTexts(xml: string, texts: CellTexts): { xml: string; left: string[] } {
  const pieces: string[] = [];
  const left: string[] = [];
  let copied = 0;
  const put = (at: number, text: string, from = at) => {
    pieces.push(xml.slice(copied, at), text);
    copied = from;
  };
  const waiting = new Map(texts);
  let row = 0;
  let column = -1;
  let pending: [number, string][] = [];
  let open: { tag: Tag; hasFormula: boolean } | null = null;
  let prefix = "";
  const styleOf = (tag: Tag) => attributeIn(xml.slice(tag.start, tag.end), "s");
  /** The cells of this row before a column that it does not have. */
  const missing = (before: number) => {
    const due = pending.filter(([at]) => at < before);
    pending = pending.filter(([at]) => at >= before);
    return due.map(([at, text]) => cell(prefix, row, at, null, text)).join("");
  };
  const endCell = (tag: Tag, hasFormula: boolean, end: number) => {
    const wanted = pending.find(([at]) => at === column);
    if (wanted === undefined) return;
    pending = pending.filter((one) => one !== wanted);
    if (hasFormula) left.push(cellName(row, column));
    else put(tag.start, cell(prefix, row, column, styleOf(tag), wanted[1]), end);
  };
  for (const tag of tagsOf(xml)) {
    const { name, start, end, isClosing, isEmpty } = tag;
    if (name === "sheetData") {
      prefix = tag.prefix;
      if (isClosing) break;
    } else if (name === "row" && !isClosing) {
      row = Number(attributeIn(xml.slice(start, end), "r") ?? row + 1);
      column = -1;
      pending = [...(waiting.get(row) ?? [])].sort(([a], [b]) => a - b);
      waiting.delete(row);
      if (isEmpty && pending.length > 0)
        put(start, `${xml.slice(start, end - 2)}>${missing(Infinity)}</${prefix}row>`, end);
    } else if (name === "row") {
      if (pending.length > 0) put(start, missing(Infinity));
    } else if (name === "c" && !isClosing) {
      column = columnNamed(attributeIn(xml.slice(start, end), "r")) ?? column + 1;
      if (pending.some(([at]) => at < column)) put(start, missing(column));
      if (isEmpty) endCell(tag, false, end);
      else open = { tag, hasFormula: false };
    } else if (name === "c" && open !== null) {
      endCell(open.tag, open.hasFormula, end);
      open = null;
    } else if (name === "f" && open !== null) open.hasFormula = true;
  }
  pieces.push(xml.slice(copied));
  for (const [number, cells] of waiting)
    for (const at of cells.keys()) left.push(cellName(number, at));
  return { xml: pieces.join(""), left };
}

/** What stands before the settings of calculation, the last first. */
const BEFORE_CALC = ["definedNames", "externalReferences", "functionGroups", "sheets"];

/** A workbook's main part that says: calculate all when you open it. */
export function calculatedOnLoad(xml: string): string {
  const ends = new Map<string, { tag: Tag; end: number }>();
  for (const tag of tagsOf(xml)) {
    const { name, start, end, isClosing, isEmpty } = tag;
    if (name === "calcPr" && !isClosing) {
      const own = xml.slice(start, end);
      const said = attributeIn(own, "fullCalcOnLoad");
      const bare =
        said === null
          ? own
          : own.replace(`fullCalcOnLoad="${said}"`, "").replace(`fullCalcOnLoad='${said}'`, "");
      const at = bare.lastIndexOf(isEmpty ? "/>" : ">");
      return `${xml.slice(0, start)}${bare.slice(0, at).trimEnd()} fullCalcOnLoad="1"${bare.slice(at)}${xml.slice(end)}`;
    }
    if (isClosing || isEmpty) ends.set(name, { tag, end });
  }
  for (const name of BEFORE_CALC) {
    const found = ends.get(name);
    if (found === undefined) continue;
    return `${xml.slice(0, found.end)}<${found.tag.prefix}calcPr fullCalcOnLoad="1"/>${xml.slice(found.end)}`;
  }
  return xml;
}
