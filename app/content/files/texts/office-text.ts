import path from "node:path/posix";
import type { KeptText } from "./kept-text.ts";
import { attributeOf, NotReadXml, xmlTokens } from "./xml-tokens.ts";

/** A part of an office file as text; null where there is none of that name. */
export type PartReader = (name: string) => Promise<string | null>;

/** Sheets and slides that are looked for. */
const MAX_PARTS = 2_000;
/** The texts that a workbook's cells share. */
const MAX_SHARED = 500_000;

/** A document of Word, page by page as Word laid it out when it was saved last. */
export async function wordText(part: PartReader, kept: KeptText): Promise<void> {
  const xml = await mustHave(part, "word/document.xml");
  const isLaidOut = xml.includes("lastRenderedPageBreak");
  const isBreak = (name: string, attributes: string) =>
    isLaidOut
      ? name === "lastRenderedPageBreak"
      : name === "br" && attributeOf(attributes, "w:type") === "page";
  flow(xml, kept, isBreak);
  kept.endPage();
  for (const notes of ["word/footnotes.xml", "word/endnotes.xml"]) {
    const noted = await part(notes);
    if (noted !== null) flow(noted, kept, () => false);
  }
}

/** The slides of a presentation, in their order. */
export async function presentationText(part: PartReader, kept: KeptText): Promise<void> {
  for (const name of await partsInOrder(part, "ppt/presentation.xml", "sldId")) {
    const slide = await part(name);
    if (slide !== null) flow(slide, kept, () => false);
    kept.endPage();
    if (kept.isFull) return;
  }
}

/** The sheets of a workbook in their order: a line a row, cells parted by tabs. */
export async function workbookText(part: PartReader, kept: KeptText): Promise<void> {
  const shared = sharedTexts((await part("xl/sharedStrings.xml")) ?? "");
  for (const name of await partsInOrder(part, "xl/workbook.xml", "sheet")) {
    const sheet = await part(name);
    if (sheet !== null) cells(sheet, shared, kept);
    kept.endPage();
    if (kept.isFull) return;
  }
}

/** Text as Word and PowerPoint write it: runs in paragraphs. */
function flow(
  xml: string,
  kept: KeptText,
  isPageBreak: (name: string, attributes: string) => boolean,
): void {
  let isText = false;
  for (const token of xmlTokens(xml)) {
    if ("text" in token) {
      if (isText) kept.add(token.text);
    } else if ("close" in token) {
      if (token.close === "t") isText = false;
      else if (token.close === "p") kept.add("\n");
      // Cells stand beside each other.
      else if (token.close === "tc") kept.add("\t");
    } else if (isPageBreak(token.open, token.attributes)) kept.endPage();
    else if (token.open === "t") isText = !token.isEmpty;
    else if (token.open === "br" || token.open === "cr") kept.add("\n");
    else if (token.open === "tab" && token.isEmpty && token.attributes.trim() === "")
      kept.add("\t");
    if (kept.isFull) return;
  }
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

function cells(xml: string, shared: readonly string[], kept: KeptText): void {
  let type = "";
  let value: string[] = [];
  let isValue = false;
  for (const token of xmlTokens(xml)) {
    if ("text" in token) {
      if (isValue) value.push(token.text);
    } else if ("close" in token) {
      if (token.close === "v" || token.close === "t") isValue = false;
      else if (token.close === "c") {
        const said = value.join("");
        const text = type === "s" ? (shared[Number(said)] ?? "") : said;
        if (text !== "") kept.add(`${text}\t`);
      } else if (token.close === "row") kept.add("\n");
    } else if (token.open === "c") {
      type = attributeOf(token.attributes, "t") ?? "";
      value = [];
    } else if (token.open === "v" || token.open === "t") isValue = !token.isEmpty;
    if (kept.isFull) return;
  }
}

/** The parts that a main part lists, in its order, found through its relations. */
async function partsInOrder(part: PartReader, main: string, entry: string): Promise<string[]> {
  const listed = await mustHave(part, main);
  const { dir, base } = path.parse(main);
  const relations = new Map<string, string>();
  for (const token of xmlTokens(await mustHave(part, `${dir}/_rels/${base}.rels`))) {
    if (!("open" in token) || token.open !== "Relationship") continue;
    const [id, target] = [
      attributeOf(token.attributes, "Id"),
      attributeOf(token.attributes, "Target"),
    ];
    if (id !== null && target !== null)
      relations.set(id, target.startsWith("/") ? target.slice(1) : path.join(dir, target));
  }
  const names: string[] = [];
  for (const token of xmlTokens(listed)) {
    if (!("open" in token) || token.open !== entry) continue;
    const name = relations.get(attributeOf(token.attributes, "r:id") ?? "");
    if (name !== undefined && names.length < MAX_PARTS) names.push(name);
  }
  return names;
}

async function mustHave(part: PartReader, name: string): Promise<string> {
  const text = await part(name);
  if (text === null) throw new NotReadXml(`there is no ${name}`);
  return text;
}
