import path from "node:path/posix";
import type { KeptText } from "./kept-text.ts";
import {
  drawnTexts,
  mainPart,
  mustHave,
  relationsOf,
  type PartReader,
  type Relation,
} from "./office-parts.ts";
import { flow } from "./text-flow.ts";
import { attributeOf, xmlTokens } from "./xml-tokens.ts";

/** A document of Word, page by page as Word laid it out when it was saved last. */
export async function wordText(part: PartReader, kept: KeptText): Promise<void> {
  const main = await mainPart(part, "word/document.xml");
  const xml = await mustHave(part, main);
  const relations = await relationsOf(part, main);
  const isLaidOut = xml.includes("lastRenderedPageBreak");
  const isPageBreak = (name: string, attributes: string) =>
    isLaidOut
      ? name === "lastRenderedPageBreak"
      : name === "br" && attributeOf(attributes, "w:type") === "page";
  const hiddenStyles = await stylesThatHide(part, main, relations);
  const plain = async (name: string) => {
    const text = await part(name);
    if (text === null) return;
    const drawn = await drawnTexts(part, await relationsOf(part, name));
    flow(text, kept, { hiddenStyles, drawn });
  };
  // They stand on every page: the first one is where they are found.
  for (const name of targetsOf(relations, ["header", "footer"])) await plain(name);
  const drawn = await drawnTexts(part, relations);
  flow(xml, kept, { isPageBreak, hiddenStyles, drawn });
  kept.endPage();
  const notes = targetsOf(relations, ["footnotes", "endnotes"]);
  const usual = ["footnotes.xml", "endnotes.xml"].map((name) =>
    path.join(path.dirname(main), name),
  );
  for (const name of notes.length > 0 ? notes : usual) await plain(name);
}

/** The slides of a presentation, in their order. */
export async function presentationText(part: PartReader, kept: KeptText): Promise<void> {
  const main = await mainPart(part, "ppt/presentation.xml");
  for (const { name } of await partsInOrder(part, main, "sldId")) {
    const slide = await part(name);
    // One that is not shown keeps its number.
    if (slide !== null && isHiddenSlide(slide)) kept.hasHidden = true;
    else if (slide !== null)
      flow(slide, kept, { drawn: await drawnTexts(part, await relationsOf(part, name)) });
    kept.endPage();
    if (kept.isFull) return;
  }
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
    const name = relations.get(attributeOf(attributes, "r:id") ?? "");
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

function isOff(value: string | null): boolean {
  return value === "0" || value === "false";
}

/** The styles of a document of Word that hide what is written in them. */
async function stylesThatHide(
  part: PartReader,
  main: string,
  relations: readonly Relation[],
): Promise<Set<string>> {
  const [name = path.join(path.dirname(main), "styles.xml")] = targetsOf(relations, ["styles"]);
  const styles = new Map<string, { hides: boolean | null; basedOn: string | null }>();
  let own: { hides: boolean | null; basedOn: string | null } | null = null;
  for (const token of xmlTokens((await part(name)) ?? "")) {
    if ("text" in token) continue;
    if ("close" in token) {
      if (token.close === "style") own = null;
      continue;
    }
    const { open, attributes } = token;
    const value = attributeOf(attributes, "w:val");
    if (open === "style") {
      own = { hides: null, basedOn: null };
      styles.set(attributeOf(attributes, "w:styleId") ?? "", own);
    } else if (own === null) continue;
    else if (open === "basedOn") own.basedOn = value;
    else if (open === "vanish") own.hides = !(isOff(value) || value === "off");
  }
  const hides = (id: string, depth: number): boolean => {
    const style = styles.get(id);
    if (style === undefined || depth > 20) return false;
    return style.hides ?? (style.basedOn !== null && hides(style.basedOn, depth + 1));
  };
  return new Set([...styles.keys()].filter((id) => hides(id, 0)));
}
