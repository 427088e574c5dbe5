import { BLACK, isSameColor, isTooSmall, numberOf, SOME, WHITE, type Ground } from "./looks.ts";
import { attributeOf, xmlTokens } from "./xml-tokens.ts";

interface CellFont {
  size: number | null;
  /** null: not known. */
  color: string | null;
}

/** The fonts of a workbook, the grounds of its cells, and which of them the styles of cells have. */
interface CellStyles {
  fonts: CellFont[];
  /** null: none. */
  fills: (Ground | null)[];
  styles: { font: number; fill: number }[];
}

/** Colors that are named by a number, of those that hide words: black and white. */
const BY_NUMBER: Readonly<Record<number, string>> = {
  0: BLACK,
  1: WHITE,
  8: BLACK,
  9: WHITE,
  64: BLACK,
  65: WHITE,
};
/** Those of a theme begin with its light and dark ones. */
const BY_THEME: Readonly<Record<number, string>> = { 0: WHITE, 1: BLACK };

/**
 * The styles in which cells can't be read, by their numbers: words in the color of their ground, or
 * too small. @returns `always`, and `onPaper` for those that only a cell without a ground hides
 */
export function unseenStyles(xml: string): {
  always: ReadonlySet<number>;
  onPaper: ReadonlySet<number>;
} {
  const always = new Set<number>();
  const onPaper = new Set<number>();
  const { fonts, fills, styles } = cellStyles(xml);
  for (const [at, { font, fill }] of styles.entries()) {
    const { size = null, color = null } = fonts[font] ?? {};
    const ground = fills[fill] ?? null;
    if (isTooSmall({ size })) always.add(at);
    else if (color !== null && isSameColor(color, ground ?? WHITE))
      (ground === null ? onPaper : always).add(at);
  }
  return { always, onPaper };
}

function cellStyles(xml: string): CellStyles {
  const found: CellStyles = { fonts: [], fills: [], styles: [] };
  let list = "";
  for (const token of xmlTokens(xml)) {
    if ("text" in token) continue;
    if ("close" in token) {
      if (token.close === list) list = "";
      continue;
    }
    const { open, attributes } = token;
    if (LISTS.has(open)) list = open;
    else if (list === "fonts") noteFont(found.fonts, token);
    else if (list === "fills") noteFill(found.fills, token);
    else if (list === "cellXfs" && open === "xf") {
      const [font, fill] = [numberOf(attributes, "fontId"), numberOf(attributes, "fillId")];
      found.styles.push({ font: font ?? 0, fill: fill ?? 0 });
    }
  }
  return found;
}

const LISTS: ReadonlySet<string> = new Set(["fonts", "fills", "cellXfs", "dxfs", "cellStyleXfs"]);

type Opened = { open: string; attributes: string };

function noteFont(fonts: CellFont[], { open, attributes }: Opened): void {
  const font = fonts.at(-1);
  if (open === "font") fonts.push({ size: null, color: null });
  else if (font === undefined) return;
  else if (open === "sz") font.size = numberOf(attributes, "val");
  else if (open === "color") font.color = colorOf(attributes);
}

function noteFill(fills: (Ground | null)[], { open, attributes }: Opened): void {
  const last = fills.length - 1;
  if (open === "fill") fills.push(null);
  else if (open === "patternFill") {
    const pattern = attributeOf(attributes, "patternType") ?? "none";
    fills[last] = pattern === "none" ? null : SOME;
    if (pattern === "solid") fills[last] = "solid";
  } else if (open === "fgColor" && fills[last] === "solid")
    fills[last] = colorOf(attributes) ?? SOME;
  else if (open === "gradientFill") fills[last] = SOME;
}

/** A color by its parts or its number; null for one that is not known, such as a tint. */
function colorOf(attributes: string): string | null {
  if ((numberOf(attributes, "tint") ?? 0) !== 0) return null;
  const rgb = attributeOf(attributes, "rgb");
  // What shines through comes first.
  if (rgb !== null) return rgb.slice(-6);
  const [indexed, theme] = [numberOf(attributes, "indexed"), numberOf(attributes, "theme")];
  if (indexed !== null) return BY_NUMBER[indexed] ?? null;
  return theme === null ? null : (BY_THEME[theme] ?? null);
}
