import { formatsOf, shownText, unescaped, type Cells } from "#platform/files/tables/workbook.ts";
import { unseenStyles } from "./cell-looks.ts";
import { ANY_CANVAS, drawingLooks } from "./drawing-looks.ts";
import type { KeptText } from "./kept-text.ts";
import { isOff } from "./looks.ts";
import {
  drawnTexts,
  mainPart,
  mustHave,
  noteHiddenParts,
  relationsOf,
  type PartReader,
} from "./office-parts.ts";
import { partsInOrder } from "./office-text.ts";
import { flow } from "./flow.ts";
import { attributeOf, xmlTokens } from "./xml-tokens.ts";

/** The texts that a workbook's cells share. */
const MAX_SHARED = 500_000;
/** The columns that a sheet can have. */
const MAX_COLUMNS = 16_384;

/** What the cells of a workbook are read with. */
interface Book extends Cells {
  unseen: ReturnType<typeof unseenStyles>;
}

/**
 * The sheets of a workbook in their order: a line a row, cells as they are shown and parted by tabs,
 * then what stands in its text boxes, charts, headers and footers. Sheets, rows, columns and cells
 * that are hidden are left out.
 */
export async function workbookText(part: PartReader, kept: KeptText): Promise<void> {
  const main = await mainPart(part, "xl/workbook.xml");
  const ofBook = await relationsOf(part, main);
  const partOf = async (kind: string) => {
    const target = ofBook.find((relation) => relation.kind === kind)?.target;
    return (await part(target ?? `xl/${kind}.xml`)) ?? "";
  };
  const styles = await partOf("styles");
  const book: Book = {
    shared: sharedTexts(await partOf("sharedStrings"), kept),
    formats: formatsOf(styles),
    is1904: countsFrom1904(await mustHave(part, main)),
    unseen: unseenStyles(styles),
  };
  await noteHiddenParts(part, ofBook, kept);
  for (const { name, attributes } of await partsInOrder(part, main, "sheet")) {
    const sheet = await part(name);
    if (sheet === null) continue;
    const relations = await relationsOf(part, name);
    await noteHiddenParts(part, relations, kept);
    if (isHiddenSheet(attributes)) {
      kept.hide("sheets");
      continue;
    }
    cells(sheet, book, kept);
    for (const { kind, target } of relations) {
      if (kind !== "drawing") continue;
      const drawing = await part(target);
      if (drawing === null) continue;
      const drawn = await drawnTexts(part, await relationsOf(part, target), kept);
      flow(drawing, kept, { looks: drawingLooks(ANY_CANVAS), drawn });
    }
    kept.endPage();
    if (kept.isFull) return;
  }
}

function countsFrom1904(xml: string): boolean {
  for (const token of xmlTokens(xml))
    if ("open" in token && token.open === "workbookPr")
      return isOn(attributeOf(token.attributes, "date1904"));
  return false;
}

function isHiddenSheet(attributes: string): boolean {
  const state = attributeOf(attributes, "state");
  return state === "hidden" || state === "veryHidden";
}

/** The texts that cells name by number, without the readings that stand above Japanese words. */
function sharedTexts(xml: string, kept: KeptText): string[] {
  const texts: string[] = [];
  let parts: string[] = [];
  let isText = false;
  let isReading = false;
  for (const token of xmlTokens(xml)) {
    if ("text" in token) {
      if (isText && !isReading) parts.push(token.text);
    } else if ("close" in token) {
      if (token.close === "t") isText = false;
      else if (token.close === "rPh") isReading = false;
      else if (token.close === "si") {
        texts.push(unescaped(parts.join("")));
        parts = [];
      }
    } else if (token.open === "t") isText = !token.isEmpty;
    else if (token.open === "rPh") isReading = !token.isEmpty;
    else if (token.open === "si" && token.isEmpty) texts.push("");
    if (texts.length <= MAX_SHARED) continue;
    kept.isCut = true;
    break;
  }
  return texts;
}

/** What stands above and below a printed sheet. */
const MARGINS: ReadonlySet<string> = new Set(
  ["odd", "even", "first"].flatMap((page) => [`${page}Header`, `${page}Footer`]),
);

/** What of a sheet is hidden, and what its cells stand on. */
interface SheetLook {
  columns: Uint8Array;
  isHiddenRow: boolean;
  /** A table, a rule or a picture can put something behind its cells. */
  isPlain: boolean;
  /** The margins of first and even pages that no page has. */
  unused: ReadonlySet<string>;
}

function cells(xml: string, book: Book, kept: KeptText): void {
  let cell = { type: "n", style: 0 };
  let value: string[] = [];
  let isValue = false;
  let isReading = false;
  let margin = "";
  let column = 0;
  const look: SheetLook = {
    columns: new Uint8Array(MAX_COLUMNS + 1),
    isHiddenRow: false,
    isPlain: !/tablePart|conditionalFormatting|<(?:\w+:)?picture/.test(xml),
    unused: new Set(),
  };
  const put = (text: string) => {
    if (text === "") return;
    const shown = shownText({ ...cell, text }, book);
    if (look.isHiddenRow || look.columns[column] === 1 || shown === "") kept.hide("cells");
    else if (isUnseen(cell.style, book, look)) kept.hide("unseen");
    else kept.add(`${shown}\t`);
  };
  for (const token of xmlTokens(xml)) {
    if ("text" in token) {
      if (isValue && !isReading) value.push(token.text);
      else if (margin !== "" && look.unused.has(margin)) kept.hide("words");
      else if (margin !== "") kept.add(`${withoutCodes(token.text)}\n`);
    } else if ("close" in token) {
      if (token.close === "v" || token.close === "t") isValue = false;
      else if (token.close === "rPh") isReading = false;
      else if (token.close === margin) margin = "";
      else if (token.close === "c") put(value.join(""));
      else if (token.close === "row") {
        if (!look.isHiddenRow) kept.add("\n");
        look.isHiddenRow = false;
        column = 0;
      }
    } else if (token.open === "c") {
      const { attributes } = token;
      const style = Number(attributeOf(attributes, "s") ?? 0);
      cell = { type: attributeOf(attributes, "t") ?? "n", style };
      column = columnOf(attributeOf(attributes, "r")) ?? column + 1;
      value = [];
    } else if (token.open === "v" || token.open === "t") isValue = !token.isEmpty;
    else if (token.open === "rPh") isReading = !token.isEmpty;
    else if (MARGINS.has(token.open)) margin = token.isEmpty ? "" : token.open;
    else if (token.open === "row") {
      look.isHiddenRow = !token.isEmpty && isHiddenRow(token.attributes);
      column = 0;
    } else noteSheet(look, token);
    if (kept.isFull) return;
  }
}

function isUnseen(style: number, { unseen }: Book, { isPlain }: SheetLook): boolean {
  return unseen.always.has(style) || (isPlain && unseen.onPaper.has(style));
}

/** A row so low, and a column so narrow, shows nothing. */
const TOO_LOW = 2;
const TOO_NARROW = 0.2;

function isHiddenRow(attributes: string): boolean {
  const height = attributeOf(attributes, "ht");
  return isOn(attributeOf(attributes, "hidden")) || (height !== null && Number(height) < TOO_LOW);
}

function noteSheet(
  look: SheetLook,
  { open, attributes }: { open: string; attributes: string },
): void {
  const says = (name: string) => isOn(attributeOf(attributes, name));
  if (open === "col") {
    const width = attributeOf(attributes, "width");
    if (!says("hidden") && (width === null || Number(width) >= TOO_NARROW)) return;
    const [from, to] = [attributeOf(attributes, "min"), attributeOf(attributes, "max")];
    look.columns.fill(1, Number(from), Number(to) + 1);
  } else if (open === "headerFooter")
    look.unused = new Set([
      ...(says("differentFirst") ? [] : ["firstHeader", "firstFooter"]),
      ...(says("differentOddEven") ? [] : ["evenHeader", "evenFooter"]),
    ]);
}

function isOn(value: string | null): boolean {
  return value !== null && !isOff(value);
}

/** The number of a cell's column, from 1: 28 of `AB12`; null where the cell does not say its place. */
function columnOf(place: string | null): number | null {
  const letters = /^[A-Z]{1,3}/.exec(place ?? "")?.[0];
  if (letters === undefined) return null;
  return Array.from(letters, (letter) => letter.charCodeAt(0) - 64).reduce(
    (sum, digit) => sum * 26 + digit,
    0,
  );
}

/** The words of a header or footer, without the codes that lay them out. */
function withoutCodes(text: string): string {
  return text.replaceAll(/&(?:"[^"]{0,100}"|K[\dA-F]{6}|\d{1,3}|[A-Z&])/g, (code) =>
    code === "&&" ? "&" : " ",
  );
}
