import {
  BLACK,
  endsWith,
  isOff,
  isSameColor,
  isTooSmall,
  newLook,
  numberOf,
  SOME,
  WHITE,
  type Ground,
  type Layer,
  type Look,
  type LookReader,
  type OpenToken,
  type Within,
} from "./looks.ts";
import { attributeOf, xmlTokens } from "./xml-tokens.ts";

/** The styles of a document of Word, and what all its words begin with. */
export interface WordStyles {
  looks: ReadonlyMap<string, Look>;
  /** What a paragraph has that names no style. */
  plain: string | null;
  defaults: Look;
}

/** A style is based on one that is based on another, so many times at most. */
const MOST_BASES = 20;

/** What styles make of the words that are written in them. @param xml the part with the styles */
export function wordStyles(xml: string): WordStyles {
  const own = new Map<string, { look: Look; basedOn: string | null }>();
  const defaults = newLook();
  const within: string[] = [];
  let plain: string | null = null;
  let style: { look: Look; basedOn: string | null } | null = null;
  for (const token of xmlTokens(xml)) {
    if ("text" in token) continue;
    if ("close" in token) {
      if (within.at(-1) === token.close) within.pop();
      if (token.close === "style") style = null;
      continue;
    }
    const { open, attributes } = token;
    if (open === "style") {
      const id = attributeOf(attributes, "styleId") ?? "";
      style = { look: newLook(), basedOn: null };
      own.set(id, style);
      const isDefault = attributeOf(attributes, "default");
      if (
        attributeOf(attributes, "type") === "paragraph" &&
        isDefault !== null &&
        !isOff(isDefault)
      )
        plain = id;
    } else if (open === "basedOn" && style !== null) style.basedOn = attributeOf(attributes, "val");
    else if (style !== null) {
      // Some rows or columns of a table have a ground of their own: which ones is not looked at.
      const isPart = within.includes("tblStylePr") || within.includes("tcPr");
      if (isPart && open === "shd") style.look.ground = SOME;
      else if (!isPart) noteLook(style.look, within, token);
    } else if (endsWith(within, "rPrDefault", "rPr")) noteLook(defaults, within, token);
    if (!token.isEmpty) within.push(open);
  }
  const looks = new Map<string, Look>();
  for (const id of own.keys()) looks.set(id, lookOfStyle(own, id));
  return { looks, plain, defaults };
}

function lookOfStyle(
  own: ReadonlyMap<string, { look: Look; basedOn: string | null }>,
  id: string,
): Look {
  const chain: Look[] = [];
  for (let at: string | null = id; at !== null && chain.length < MOST_BASES;) {
    const style = own.get(at);
    if (style === undefined) break;
    chain.push(style.look);
    at = style.basedOn;
  }
  return merged(chain);
}

/** What the first of several looks says that says something. */
function merged(looks: readonly Look[]): Look {
  const said = <Name extends keyof Look>(name: Name) =>
    looks.find((look) => look[name] !== null)?.[name] ?? null;
  return {
    vanish: said("vanish"),
    color: said("color"),
    isInkless: looks.some(({ isInkless }) => isInkless),
    size: said("size"),
    ground: said("ground"),
    isMarked: looks.some(({ isMarked }) => isMarked),
  };
}

/** Colors that a marker of Word has, by their names. */
const MARKERS: Readonly<Record<string, string>> = {
  black: BLACK,
  white: WHITE,
  blue: "0000FF",
  cyan: "00FFFF",
  green: "00FF00",
  magenta: "FF00FF",
  red: "FF0000",
  yellow: "FFFF00",
  darkBlue: "000080",
  darkCyan: "008080",
  darkGreen: "008000",
  darkMagenta: "800080",
  darkRed: "800000",
  darkYellow: "808000",
  darkGray: "808080",
  lightGray: "C0C0C0",
};

/** What an element among properties says of what they belong to. */
function noteLook(look: Look, within: Within, { open, attributes }: OpenToken): void {
  const value = attributeOf(attributes, "val");
  if (open === "vanish") look.vanish = !isOff(value);
  else if (open === "color" && value !== null) look.color = value;
  else if (open === "sz") look.size = (numberOf(attributes, "val") ?? Number.NaN) / 2 || null;
  else if (open === "highlight") {
    look.ground = MARKERS[value ?? ""] ?? null;
    look.isMarked = look.ground !== null;
  } else if (open === "shd") look.ground ??= shading(attributes);
  else if (open === "spacing" && attributeOf(attributes, "lineRule") === "exact")
    look.size = lowest(look.size, (numberOf(attributes, "line") ?? Number.NaN) / 20);
  else if (open === "noFill" && endsWith(within, "rPr", "textFill")) look.isInkless = true;
  else if (open === "solidFill" && endsWith(within, "rPr", "textOutline")) look.isInkless = false;
}

function lowest(one: number | null, other: number): number | null {
  return Number.isNaN(other) ? one : one === null ? other : Math.min(one, other);
}

/** What a shading puts behind words; null for nothing. */
function shading(attributes: string): Ground | null {
  const pattern = attributeOf(attributes, "val") ?? "clear";
  if (pattern === "nil") return null;
  const fill = attributeOf(attributes, pattern === "solid" ? "color" : "fill") ?? "auto";
  if (pattern !== "solid" && pattern !== "clear") return SOME;
  if (fill !== "auto") return fill;
  return pattern === "solid" ? BLACK : null;
}

/** What stands around words and hides what lies below it. */
const BOXES: ReadonlySet<string> = new Set(["wsp", "textbox"]);

/**
 * Reads what a document of Word says of how its words look. What can't be known, such as words over
 * a picture, counts as seen.
 * @param ground what lies behind a part where nothing else does
 */
export function wordLooks({ looks, plain, defaults }: WordStyles, ground: Ground): LookReader {
  const styleOf = ({ style }: Pick<Layer, "style">) => looks.get(style ?? "");
  return {
    note(layers, within, token) {
      const owner = ownerOf(layers, within);
      if (owner === null) return;
      const { open, attributes } = token;
      if (open === "rStyle" || open === "pStyle" || open === "tblStyle")
        owner.style = attributeOf(attributes, "val");
      else if (open === "srgbClr") owner.look.ground = attributeOf(attributes, "val");
      else noteLook(owner.look, within, token);
    },
    hiddenAs(layers) {
      const paragraphAt = layers.findLastIndex(({ name }) => name === "p");
      const paragraph = layers[paragraphAt];
      const run = layers.findLast(({ name }, at) => name === "r" && at > paragraphAt);
      const paragraphStyle = looks.get(paragraph?.style ?? plain ?? "");
      const said = [run?.look, run === undefined ? undefined : styleOf(run)];
      const look = merged([...said, paragraphStyle, defaults].filter((one) => one !== undefined));
      // A text box within hidden words is hidden with them.
      if (look.vanish === true || layers.some((one) => one !== run && isVanished(one)))
        return "words";
      if (look.isInkless || isTooSmall(look)) return "unseen";
      if (paragraph !== undefined && isTooSmall(paragraph.look)) return "unseen";
      const color = look.color ?? "auto";
      const near = [...said, paragraph?.look, paragraphStyle].find(
        (one) => (one?.ground ?? null) !== null,
      );
      // Word writes white on a black shading, and black on a black marker.
      if (color === "auto")
        return near?.isMarked === true && near.ground === BLACK ? "unseen" : null;
      return isSameColor(color, near?.ground ?? groundBelow(layers, paragraphAt)) ? "unseen" : null;
    },
  };

  function isVanished(layer: Layer): boolean {
    return layer.name === "r" && (layer.look.vanish ?? styleOf(layer)?.vanish) === true;
  }

  function groundBelow(layers: readonly Layer[], from: number): Ground {
    for (const layer of layers.slice(0, Math.max(0, from)).toReversed()) {
      const own = layer.look.ground ?? (layer.name === "tbl" ? styleOf(layer)?.ground : null);
      if (own !== null && own !== undefined) return own;
      if (BOXES.has(layer.name)) return SOME;
    }
    return ground;
  }
}

/** The layer that a property speaks of; null for what speaks of something else. */
function ownerOf(layers: readonly Layer[], within: Within): Layer | null {
  const innermost = (name: string) => layers.findLast((one) => one.name === name) ?? null;
  if (endsWith(within, "wsp", "spPr", "solidFill")) return innermost("wsp");
  const fill = within.at(-1) === "textFill" || within.at(-1) === "textOutline" ? 1 : 0;
  const [owner, properties] = within.slice(-2 - fill);
  switch (properties) {
    case "rPr":
      // The properties of a paragraph speak of its mark, too.
      return owner === "r" ? innermost("r") : null;
    case "pPr":
      return innermost("p");
    case "tcPr":
      return innermost("tc");
    case "tblPr":
      return innermost("tbl");
    default:
      return null;
  }
}

/** A picture of a header lies behind the words of all pages from a fifth of a sheet of paper on. */
export const LARGE_PICTURE = 8e13 / 5;

/** The paper of a document of Word. @param isColored whether its color is shown */
export function paperOf(main: string, isColored: boolean): Ground {
  if (!isColored) return WHITE;
  for (const token of xmlTokens(main)) {
    if (!("open" in token)) continue;
    if (token.open === "body") break;
    if (token.open !== "background") continue;
    const color = attributeOf(token.attributes, "color") ?? "auto";
    // A picture or a pattern is said in it.
    return !token.isEmpty ? SOME : color === "auto" ? WHITE : color;
  }
  return WHITE;
}

/** Whether a part has a picture that lies behind words. @param least as large as it is at least */
export function hasBehind(xml: string, least = 0): boolean {
  if (!xml.includes("behindDoc") && !xml.includes("z-index:-")) return false;
  let isBehind = false;
  for (const token of xmlTokens(xml)) {
    if (!("open" in token)) continue;
    const { open, attributes } = token;
    const read = (name: string) => numberOf(attributes, name) ?? 0;
    if (open === "anchor") isBehind = !isOff(attributeOf(attributes, "behindDoc") ?? "0");
    else if (open === "extent" && isBehind) {
      if (read("cx") * read("cy") >= least) return true;
    } else if (least === 0 && attributeOf(attributes, "style")?.includes("z-index:-") === true)
      return true;
  }
  return false;
}
