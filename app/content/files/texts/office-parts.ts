import path from "node:path/posix";
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
      target: target.startsWith("/") ? target.slice(1) : path.join(dir, target),
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

/** What charts and SmartArt say that a part shows, by the id that it names them with. */
export async function drawnTexts(
  part: PartReader,
  relations: readonly Relation[],
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { id, kind, target } of relations) {
    if (!DRAWN.has(kind)) continue;
    const xml = await part(target);
    if (xml !== null) texts.set(id, drawnText(xml));
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
