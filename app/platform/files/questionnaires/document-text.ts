import { walk } from "../tables/workbook.ts";
import type { ListPlace } from "./document-styles.ts";
import { attributeIn, elementsIn, tagsOf, type Element } from "./xml-tags.ts";

/** What a paragraph of a document says, and what it is made of. */
export interface Paragraph {
  text: string;
  style: string | null;
  outline: number | null;
  list: ListPlace | null;
  /** Words in runs and nothing else: all of it can be replaced. */
  isPlain: boolean;
  /** It is an answer that was written here before. */
  isAnswer: boolean;
  /** How it is laid out, and how its first words look, as XML. */
  properties: string;
  look: string;
}

/** The name of the bookmark around an answer; those that begin like this are not shown. */
export const ANSWER_MARK = "_OTC_Answer_";

/** What a plain paragraph is made of. */
const PLAIN = new Set(
  "pPr r rPr t tab br cr noBreakHyphen softHyphen proofErr lastRenderedPageBreak".split(" "),
);
/** Inside these, nothing is read: what was deleted or moved away, drawings, and readings of words. */
const SKIPPED = new Set(["del", "moveFrom", "drawing", "pict", "object", "rt"]);
/** In the properties, these are changes that somebody tracks, or the end of a section. */
const TRACKED = new Set(["pPrChange", "rPrChange", "ins", "del", "moveFrom", "moveTo", "sectPr"]);

/** Reads a paragraph. @param word the prefix of the document's own elements */
export function paragraphOf(xml: string, element: Element, word: string): Paragraph {
  const found: Paragraph = {
    text: "",
    style: null,
    outline: null,
    list: null,
    isPlain: true,
    isAnswer: false,
    properties: "",
    look: "",
  };
  const [first] = elementsIn(xml, element.inner, element.innerEnd);
  let from = element.inner;
  if (first?.name === "pPr" && first.prefix === word) {
    readProperties(xml, first, found);
    from = first.end;
  }
  readRuns(xml, { ...element, inner: from }, word, found);
  found.text = found.text.replace(/[ \t\u00a0]+/g, " ").trim();
  return found;
}

function readProperties(xml: string, element: Element, found: Paragraph): void {
  const { start, end, inner, innerEnd } = element;
  const numbers: { list: string | null; level: number | null } = { list: null, level: null };
  found.properties = xml.slice(start, end);
  for (const tag of tagsOf(xml, inner, innerEnd)) {
    if (tag.isClosing) continue;
    if (TRACKED.has(tag.name)) found.isPlain = false;
    // What it was before is no longer so.
    if (tag.name.endsWith("Change")) break;
    const value = attributeIn(xml.slice(tag.start, tag.end), `${tag.prefix}val`);
    if (tag.name === "pStyle") found.style = value;
    else if (tag.name === "outlineLvl") found.outline = Number(value);
    else if (tag.name === "numId") numbers.list = value;
    else if (tag.name === "ilvl") numbers.level = Number(value);
  }
  if (numbers.list !== null || numbers.level !== null) found.list = numbers;
  const look = [...elementsIn(xml, inner, innerEnd)].find(({ name }) => name === "rPr");
  if (look !== undefined) found.look = xml.slice(look.start, look.end);
}

function readRuns(xml: string, { inner, innerEnd }: Element, word: string, found: Paragraph): void {
  const pieces: string[] = [];
  const open: string[] = [];
  /** How many elements are open outside of the one in which nothing is read. */
  let skipped = -1;
  let isHidden = false;
  let isLook = false;
  let lookFrom = -1;
  let hasLook = false;
  let textFrom = -1;
  for (const tag of tagsOf(xml, inner, innerEnd)) {
    const { name, isEmpty } = tag;
    if (tag.isClosing) {
      open.pop();
      if (skipped === open.length) skipped = -1;
      if (skipped !== -1) continue;
      if (name === "t" && textFrom !== -1) {
        if (!isHidden) pieces.push(textIn(xml, textFrom, tag.start));
        textFrom = -1;
      } else if (name === "rPr" && isLook) {
        isLook = false;
        if (!hasLook && lookFrom !== -1) found.look = xml.slice(lookFrom, tag.end);
        hasLook = true;
      }
      continue;
    }
    const isOwn = tag.prefix === word;
    if (skipped === -1) {
      if (isOwn && name.startsWith("bookmark")) {
        const mark = attributeIn(xml.slice(tag.start, tag.end), `${word}name`);
        if (mark?.startsWith(ANSWER_MARK) === true) found.isAnswer = true;
      }
      if (!isLook && (!isOwn || !PLAIN.has(name))) found.isPlain = false;
      if (isLook && TRACKED.has(name)) found.isPlain = false;
      if (isOwn && name === "r") [isHidden, textFrom] = [false, -1];
      else if (isOwn && name === "rPr" && !isEmpty) [isLook, lookFrom] = [true, tag.start];
      else if (isLook && name === "vanish") isHidden = isOn(xml.slice(tag.start, tag.end), word);
      else if (isOwn && name === "t" && !isEmpty) textFrom = tag.end;
      else if (isOwn && !isLook && !isHidden) pieces.push(SIGNS[name] ?? "");
      // The words that ask somebody to choose are no text. They stand in the control beside its settings.
      if (isOwn && name === "showingPlcHdr" && isOn(xml.slice(tag.start, tag.end), word))
        skipped = Math.max(open.length - 2, 0);
      else if (!isEmpty && ((!isOwn && !isLook) || (isOwn && SKIPPED.has(name) && !isLook)))
        skipped = open.length;
    }
    if (!isEmpty) open.push(name);
  }
  found.text = pieces.join("");
}

/** What stands for signs that are elements. */
const SIGNS: Readonly<Record<string, string>> = {
  tab: " ",
  br: "\n",
  cr: "\n",
  noBreakHyphen: "-",
};

/** Whether a switch is on, which it is without a value. */
function isOn(tag: string, word: string): boolean {
  const value = attributeIn(tag, `${word}val`);
  return value !== "0" && value !== "false" && value !== "off";
}

/** The characters of a piece of XML that is a text. */
function textIn(xml: string, from: number, to: number): string {
  const raw = xml.slice(from, to);
  if (!/[&<]/.test(raw)) return raw;
  let text = "";
  walk(`<t>${raw}</t>`, { text: (piece) => (text += piece) });
  return text;
}

/** A text as a run of a document has it. What XML can't hold is left out. */
function runText(text: string, word: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(
      // oxlint-disable-next-line no-control-regex -- just these
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      "",
    )
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .split("\n")
    .map((line) =>
      line
        .split("\t")
        .map((piece) => (piece === "" ? "" : `<${word}t xml:space="preserve">${piece}</${word}t>`))
        .join(`<${word}tab/>`),
    )
    .join(`<${word}br/>`);
}

/** A paragraph with a text. @param mark the number of the bookmark that says that it is an answer */
export function paragraphXml(
  text: string,
  word: string,
  {
    properties = "",
    look = "",
    mark = null,
  }: Partial<Pick<Paragraph, "properties" | "look">> & {
    mark?: number | null;
  } = {},
): string {
  const run = text === "" ? "" : `<${word}r>${look}${runText(text, word)}</${word}r>`;
  if (mark === null) return `<${word}p>${properties}${run}</${word}p>`;
  const id = `${word}id="${mark}"`;
  return `<${word}p>${properties}<${word}bookmarkStart ${id} ${word}name="${ANSWER_MARK}${mark}"/>${run}<${word}bookmarkEnd ${id}/></${word}p>`;
}
