import path from "node:path/posix";
import { drawingLooks } from "./drawing-looks.ts";
import type { KeptText } from "./kept-text.ts";
import { isOff, numberOf, SOME, type LookReader, type Place } from "./looks.ts";
import {
  drawnTexts,
  hasWords,
  mainPart,
  mustHave,
  noteHiddenParts,
  relationsOf,
  type PartReader,
  type Relation,
} from "./office-parts.ts";
import { canvasOf, type KnownCanvases } from "./slide-canvas.ts";
import { flow } from "./flow.ts";
import { hasBehind, LARGE_PICTURE, paperOf, wordLooks, wordStyles } from "./word-looks.ts";
import { attributeOf, foreignAttributeOf, xmlTokens } from "./xml-tokens.ts";

/** A document of Word, page by page as Word laid it out when it was saved last. */
export async function wordText(part: PartReader, kept: KeptText): Promise<void> {
  const main = await mainPart(part, "word/document.xml");
  const xml = await mustHave(part, main);
  const relations = await relationsOf(part, main);
  const usual = (kind: string) => path.join(path.dirname(main), `${kind}.xml`);
  const usually = async (kind: string) =>
    (await part(targetsOf(relations, [kind])[0] ?? usual(kind))) ?? "";
  const isLaidOut = xml.includes("lastRenderedPageBreak");
  const isPageBreak = (name: string, attributes: string) =>
    isLaidOut
      ? name === "lastRenderedPageBreak"
      : name === "br" && attributeOf(attributes, "type") === "page";
  const styles = wordStyles(await usually("styles"));
  const settings = await usually("settings");
  // They stand on every page: the first one is where they are found.
  const margins = targetsOf(relations, ["header", "footer"]);
  const unused = unusedMargins(xml, relations, isSet(settings, "evenAndOddHeaders"));
  let paper = hasBehind(xml) ? SOME : paperOf(xml, isSet(settings, "displayBackgroundShape"));
  for (const name of margins)
    if (paper !== SOME && hasBehind((await part(name)) ?? "", LARGE_PICTURE)) paper = SOME;
  const plain = async (name: string, looks: LookReader) => {
    const text = await part(name);
    if (text === null) return;
    const own = await relationsOf(part, name);
    await noteHiddenParts(part, own, kept);
    flow(text, kept, { looks, drawn: await drawnTexts(part, own, kept) });
  };
  await noteHiddenParts(part, relations, kept);
  for (const name of margins)
    if (!unused.has(name)) await plain(name, wordLooks(styles, paper));
    else if (await hasWords(part, name)) kept.hide("words");
  const looks = wordLooks(styles, paper);
  flow(xml, kept, { isPageBreak, looks, drawn: await drawnTexts(part, relations, kept) });
  kept.endPage();
  const notes = targetsOf(relations, ["footnotes", "endnotes"]);
  for (const name of notes.length > 0 ? notes : ["footnotes", "endnotes"].map(usual))
    await plain(name, looks);
}

/** Headers and footers of first or even pages, where no page has them. */
function unusedMargins(
  xml: string,
  relations: readonly Relation[],
  hasEven: boolean,
): ReadonlySet<string> {
  const used = new Set<string>();
  const named = new Set<string>();
  let first: string[] = [];
  for (const token of xmlTokens(xml)) {
    if ("text" in token) continue;
    if ("close" in token) {
      if (token.close === "sectPr") first = [];
      continue;
    }
    const { open, attributes } = token;
    if (open === "headerReference" || open === "footerReference") {
      const id = foreignAttributeOf(attributes, "id");
      const target = relations.find((relation) => relation.id === id)?.target ?? "";
      const type = attributeOf(attributes, "type");
      named.add(target);
      if (type === "first") first.push(target);
      else if (type !== "even" || hasEven) used.add(target);
    } else if (open === "titlePg" && !isOff(attributeOf(attributes, "val")))
      for (const target of first) used.add(target);
  }
  return new Set([...named].filter((target) => !used.has(target)));
}

/** Whether a switch among the settings is on. */
function isSet(settings: string, name: string): boolean {
  for (const token of xmlTokens(settings))
    if ("open" in token && token.open === name) return !isOff(attributeOf(token.attributes, "val"));
  return false;
}

/** The slides of a presentation, in their order. */
export async function presentationText(part: PartReader, kept: KeptText): Promise<void> {
  const main = await mainPart(part, "ppt/presentation.xml");
  const edge = slideEdge(await mustHave(part, main));
  const known: KnownCanvases = new Map();
  for (const { name } of await partsInOrder(part, main, "sldId")) {
    const slide = await part(name);
    const relations = await relationsOf(part, name);
    await noteHiddenParts(part, relations, kept);
    // One that is not shown keeps its number.
    if (slide !== null && isHiddenSlide(slide)) kept.hide("slides");
    else if (slide !== null) {
      const looks = drawingLooks(await canvasOf(part, slide, relations, edge, known));
      flow(slide, kept, { looks, drawn: await drawnTexts(part, relations, kept) });
    }
    kept.endPage();
    if (kept.isFull) return;
  }
}

/** How large the slides are; null where the presentation does not say it. */
function slideEdge(xml: string): Place | null {
  for (const token of xmlTokens(xml)) {
    if (!("open" in token) || token.open !== "sldSz") continue;
    const [right, bottom] = [numberOf(token.attributes, "cx"), numberOf(token.attributes, "cy")];
    return right === null || bottom === null ? null : { left: 0, top: 0, right, bottom };
  }
  return null;
}

/** The parts that a main part lists, in its order, found through its relations. */
export async function partsInOrder(
  part: PartReader,
  main: string,
  entry: string,
): Promise<{ name: string; attributes: string }[]> {
  const relations = new Map(
    (await relationsOf(part, main)).map(({ id, target }) => [id, target] as const),
  );
  const found: { name: string; attributes: string }[] = [];
  for (const token of xmlTokens(await mustHave(part, main))) {
    if (!("open" in token) || token.open !== entry) continue;
    const { attributes } = token;
    const name = relations.get(foreignAttributeOf(attributes, "id") ?? "");
    if (name !== undefined) found.push({ name, attributes });
  }
  return found;
}

function targetsOf(relations: readonly Relation[], kinds: readonly string[]): string[] {
  const targets = kinds.flatMap((kind) =>
    relations.filter((one) => one.kind === kind).map(({ target }) => target),
  );
  return [...new Set(targets)];
}

function isHiddenSlide(xml: string): boolean {
  for (const token of xmlTokens(xml))
    if ("open" in token && token.open === "sld")
      return isOff(attributeOf(token.attributes, "show"));
  return false;
}
