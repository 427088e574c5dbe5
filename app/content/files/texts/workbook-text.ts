import type { KeptText } from "./kept-text.ts";
import { drawnTexts, mainPart, relationsOf, type PartReader } from "./office-parts.ts";
import { partsInOrder } from "./office-text.ts";
import { flow } from "./text-flow.ts";
import { attributeOf, xmlTokens } from "./xml-tokens.ts";

/** The texts that a workbook's cells share. */
const MAX_SHARED = 500_000;
/** Stretches of columns that are hidden. */
const MAX_HIDDEN = 1_000;

/**
 * The sheets of a workbook in their order: a line a row, cells parted by tabs, then what stands in
 * its text boxes, charts, headers and footers. Sheets, rows and columns that are hidden are left out.
 */
export async function workbookText(part: PartReader, kept: KeptText): Promise<void> {
  const main = await mainPart(part, "xl/workbook.xml");
  const ofBook = await relationsOf(part, main);
  const sharedName = ofBook.find(({ kind }) => kind === "sharedStrings")?.target;
  const shared = sharedTexts((await part(sharedName ?? "xl/sharedStrings.xml")) ?? "");
  for (const { name, attributes } of await partsInOrder(part, main, "sheet")) {
    const sheet = await part(name);
    if (sheet === null) continue;
    if (isHiddenSheet(attributes)) {
      kept.hasHidden = true;
      continue;
    }
    cells(sheet, shared, kept);
    const relations = await relationsOf(part, name);
    for (const { kind, target } of relations) {
      if (kind !== "drawing") continue;
      const drawing = await part(target);
      if (drawing === null) continue;
      flow(drawing, kept, { drawn: await drawnTexts(part, await relationsOf(part, target)) });
    }
    kept.endPage();
    if (kept.isFull) return;
  }
}

function isHiddenSheet(attributes: string): boolean {
  const state = attributeOf(attributes, "state");
  return state === "hidden" || state === "veryHidden";
}

/** The texts that cells name by number, without the readings that stand above Japanese words. */
function sharedTexts(xml: string): string[] {
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
        texts.push(parts.join(""));
        parts = [];
      }
    } else if (token.open === "t") isText = !token.isEmpty;
    else if (token.open === "rPh") isReading = !token.isEmpty;
    else if (token.open === "si" && token.isEmpty) texts.push("");
    if (texts.length > MAX_SHARED) break;
  }
  return texts;
}

/** What stands above and below a printed sheet. */
const MARGINS: ReadonlySet<string> = new Set(
  ["odd", "even", "first"].flatMap((page) => [`${page}Header`, `${page}Footer`]),
);

function cells(xml: string, shared: readonly string[], kept: KeptText): void {
  let type = "";
  let value: string[] = [];
  let isValue = false;
  let isMargin = false;
  let isHiddenRow = false;
  let column = 0;
  const hiddenColumns: { from: number; to: number }[] = [];
  for (const token of xmlTokens(xml)) {
    if ("text" in token) {
      if (isValue) value.push(token.text);
      else if (isMargin) kept.add(`${withoutCodes(token.text)}\n`);
    } else if ("close" in token) {
      if (token.close === "v" || token.close === "t") isValue = false;
      else if (MARGINS.has(token.close)) isMargin = false;
      else if (token.close === "c") {
        const said = value.join("");
        const text = type === "s" ? (shared[Number(said)] ?? "") : said;
        const isHidden =
          isHiddenRow || hiddenColumns.some(({ from, to }) => column >= from && column <= to);
        if (text !== "" && isHidden) kept.hasHidden = true;
        else if (text !== "") kept.add(`${text}\t`);
      } else if (token.close === "row") {
        if (!isHiddenRow) kept.add("\n");
        isHiddenRow = false;
        column = 0;
      }
    } else if (token.open === "c") {
      const { attributes } = token;
      type = attributeOf(attributes, "t") ?? "";
      column = columnOf(attributeOf(attributes, "r")) ?? column + 1;
      value = [];
    } else if (token.open === "v" || token.open === "t") isValue = !token.isEmpty;
    else if (token.open === "row") {
      isHiddenRow = !token.isEmpty && isOn(attributeOf(token.attributes, "hidden"));
      column = 0;
    } else if (token.open === "col") {
      const { attributes } = token;
      const [from, to] = [attributeOf(attributes, "min"), attributeOf(attributes, "max")];
      if (isOn(attributeOf(attributes, "hidden")) && hiddenColumns.length < MAX_HIDDEN)
        hiddenColumns.push({ from: Number(from), to: Number(to) });
    } else if (MARGINS.has(token.open)) isMargin = !token.isEmpty;
    if (kept.isFull) return;
  }
}

function isOn(value: string | null): boolean {
  return value === "1" || value === "true";
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
