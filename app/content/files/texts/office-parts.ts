import path from "node:path/posix";
import type { HiddenPart } from "#model/documents/hidden-parts.ts";
import { partNamed } from "#platform/files/office-package.ts";
import type { KeptText } from "./kept-text.ts";
import { attributeOf, NotReadXml, xmlTokens } from "./xml-tokens.ts";

/** A part of an office file as text; null where there is none of that name. */
export type PartReader = (name: string) => Promise<string | null>;

/** Parts that one part leads to, and that are read. */
const MAX_PARTS = 2_000;

/** Where a part leads: to another part, by the last word of what it is. */
export interface Relation {
  id: string;
  kind: string;
  target: string;
}

/**
 * The part that a file begins with, which programs name as they like.
 * @param usual its name where the file does not say it
 */
export async function mainPart(part: PartReader, usual: string): Promise<string> {
  const main = (await relationsOf(part, "")).find(({ kind }) => kind === "officeDocument");
  return main?.target ?? usual;
}

/** The parts that a part leads to; those outside of the file are left out. @param name `""` for the file */
export async function relationsOf(part: PartReader, name: string): Promise<Relation[]> {
  const { dir, base } = path.parse(name);
  const xml = await part(path.join(dir, "_rels", `${base}.rels`));
  const found: Relation[] = [];
  for (const token of xmlTokens(xml ?? "")) {
    if (!("open" in token) || token.open !== "Relationship") continue;
    const read = (attribute: string) => attributeOf(token.attributes, attribute);
    const [id, target] = [read("Id"), read("Target")];
    if (id === null || target === null || read("TargetMode") === "External") continue;
    const type = read("Type") ?? "";
    found.push({
      id,
      kind: type.slice(type.lastIndexOf("/") + 1),
      target: partNamed(dir, target),
    });
    if (found.length >= MAX_PARTS) break;
  }
  return found;
}

/** @throws NotReadXml where there is no such part */
export async function mustHave(part: PartReader, name: string): Promise<string> {
  const text = await part(name);
  if (text === null) throw new NotReadXml(`there is no ${name}`);
  return text;
}

/**
 * What charts and SmartArt say that a part shows, by the id that it names them with; what lies
 * behind them is noted.
 */
export async function drawnTexts(
  part: PartReader,
  relations: readonly Relation[],
  kept: KeptText,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const read = new Map<string, string>();
  for (const { id, kind, target } of relations) {
    if (!DRAWN.has(kind)) continue;
    const known = read.get(target);
    const xml = known === undefined ? await part(target) : null;
    if (known !== undefined) texts.set(id, known);
    if (xml === null) continue;
    const text = drawnText(xml);
    read.set(target, text);
    texts.set(id, text);
    // The workbook behind a chart.
    await noteHiddenParts(part, await relationsOf(part, target), kept);
  }
  return texts;
}

const DRAWN: ReadonlySet<string> = new Set(["chart", "chartEx", "diagramData"]);
/** What a chart keeps of its cells, and what is written in a drawing. */
const SAID: ReadonlySet<string> = new Set(["v", "t", "pt"]);

/** The words of a chart or a SmartArt, a line each; numbers that a chart only draws are left out. */
function drawnText(xml: string): string {
  const said: string[] = [];
  let part = "";
  let depth = 0;
  for (const token of xmlTokens(xml)) {
    if ("text" in token) {
      if (depth > 0) part += token.text;
    } else if ("close" in token) {
      if (!SAID.has(token.close) || depth === 0) continue;
      depth -= 1;
      const words = part.trim();
      part = "";
      if (words !== "" && Number.isNaN(Number(words))) said.push(words);
    } else if (SAID.has(token.open) && !token.isEmpty) {
      depth += 1;
      part = "";
    }
  }
  return said.join("\n");
}

/** Whether something is written in a part, beside the numbers and dates that programs put there. */
export async function hasWords(part: PartReader, name: string): Promise<boolean> {
  let isText = false;
  let fields = 0;
  for (const token of xmlTokens((await part(name)) ?? "")) {
    if ("text" in token) {
      if (isText && fields === 0 && /\p{L}/u.test(token.text)) return true;
    } else if ("close" in token) {
      if (token.close === "fld") fields = Math.max(0, fields - 1);
      else if (WRITTEN.has(token.close)) isText = false;
    } else if (token.open === "fld") fields += token.isEmpty ? 0 : 1;
    else if (WRITTEN.has(token.open)) isText = !token.isEmpty;
  }
  return false;
}

/** A text of Office, and that of a comment that others answer. */
const WRITTEN: ReadonlySet<string> = new Set(["t", "text"]);

/** What a part leads to that nobody sees who looks at it, and that is no part of its text. */
export async function noteHiddenParts(
  part: PartReader,
  relations: readonly Relation[],
  kept: KeptText,
): Promise<void> {
  for (const { kind, target } of relations) {
    if (kind === "aFChunk" || kind === "subDocument") kept.hasUnread = true;
    const hidden = HIDDEN[kind];
    if (hidden === undefined || kept.hides(hidden.part)) continue;
    if (!hidden.isWritten || (await hasWords(part, target))) kept.hide(hidden.part);
  }
}

const HIDDEN: Readonly<Record<string, { part: HiddenPart; isWritten: boolean }>> = {
  comments: { part: "comments", isWritten: true },
  threadedComment: { part: "comments", isWritten: true },
  notesSlide: { part: "speech", isWritten: true },
  package: { part: "files", isWritten: false },
  oleObject: { part: "files", isWritten: false },
  pivotCacheDefinition: { part: "data", isWritten: false },
  externalLink: { part: "data", isWritten: false },
  revisionHeaders: { part: "changes", isWritten: false },
};
