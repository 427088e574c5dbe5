import { colorOf, COLORS, drawingLooks, type Canvas } from "./drawing-looks.ts";
import { KeptText } from "./kept-text.ts";
import { SOME, WHITE, type Place } from "./looks.ts";
import { relationsOf, type PartReader, type Relation } from "./office-parts.ts";
import { flow } from "./flow.ts";
import { attributeOf, xmlTokens } from "./xml-tokens.ts";

/** What lies behind the words of slides, by their layouts, as far as it was looked up. */
export type KnownCanvases = Map<string, Canvas>;

/** What lies behind the words of a slide: its layout, and the master of that. */
export async function canvasOf(
  part: PartReader,
  slide: string,
  relations: readonly Relation[],
  edge: Place | null,
  known: KnownCanvases,
): Promise<Canvas> {
  const layout = targetOf(relations, "slideLayout") ?? "";
  const canvas = known.get(layout) ?? (await canvasOfLayout(part, layout, edge));
  known.set(layout, canvas);
  // A slide that turns the colors around is rare: what they are is not known then.
  return slide.includes("overrideClrMapping")
    ? { ...canvas, colors: new Map(), ground: SOME }
    : canvas;
}

async function canvasOfLayout(
  part: PartReader,
  layout: string,
  edge: Place | null,
): Promise<Canvas> {
  const master = targetOf(await relationsOf(part, layout), "slideMaster") ?? "";
  const theme = targetOf(await relationsOf(part, master), "theme") ?? "";
  const [masterXml, layoutXml] = [(await part(master)) ?? "", (await part(layout)) ?? ""];
  const colors = themeColors((await part(theme)) ?? "", masterXml);
  const paper: Canvas = { colors, ground: WHITE, below: [], edge };
  return drawnOver(drawnOver(paper, masterXml), layoutXml);
}

/** A canvas with what a part draws on it. */
function drawnOver(canvas: Canvas, xml: string): Canvas {
  const looks = drawingLooks(canvas);
  flow(xml, new KeptText(), { looks });
  return { ...canvas, ground: looks.ground(), below: looks.behind };
}

function targetOf(relations: readonly Relation[], kind: string): string | undefined {
  return relations.find((one) => one.kind === kind)?.target;
}

/** The colors of a theme, by the names that its master gives them, too. */
function themeColors(theme: string, master: string): Map<string, string> {
  const colors = new Map<string, string>();
  let name = "";
  let isScheme = false;
  for (const token of xmlTokens(theme)) {
    if ("close" in token && token.close === "clrScheme") break;
    if (!("open" in token)) continue;
    if (token.open === "clrScheme") isScheme = true;
    else if (isScheme && COLORS.has(token.open)) {
      const color = colorOf(token, colors);
      if (color !== null) colors.set(name, color);
    } else if (isScheme) name = token.open;
  }
  for (const token of xmlTokens(master)) {
    if (!("open" in token) || token.open !== "clrMap") continue;
    for (const given of ["bg1", "tx1", "bg2", "tx2"]) {
      const color = colors.get(attributeOf(token.attributes, given) ?? "");
      if (color !== undefined) colors.set(given, color);
    }
  }
  return colors;
}
