import {
  endsWith,
  isSameColor,
  isTooSmall,
  numberOf,
  SOME,
  type Ground,
  type Layer,
  type LookReader,
  type OpenToken,
  type Place,
  type Within,
} from "./looks.ts";
import { attributeOf } from "./xml-tokens.ts";

/** What lies behind what is drawn on a slide. */
export interface Canvas {
  /** The colors of the theme by their names. */
  colors: ReadonlyMap<string, string>;
  ground: Ground;
  /** What is drawn on it before everything else; null for what may be anywhere. */
  below: readonly (Place | null)[];
  /** What is seen of it; null for all. */
  edge: Place | null;
}

/** A canvas of which nothing is known. */
export const ANY_CANVAS: Canvas = { colors: new Map(), ground: SOME, below: [], edge: null };

/** The colors that an element names; null for those that are not known. */
export function colorOf(
  { open, attributes }: Pick<OpenToken, "open" | "attributes">,
  colors: ReadonlyMap<string, string>,
): string | null {
  const value = attributeOf(attributes, "val") ?? "";
  switch (open) {
    case "srgbClr":
      return value;
    case "sysClr":
      return attributeOf(attributes, "lastClr");
    case "schemeClr":
      return colors.get(value) ?? null;
    case "prstClr":
      return { white: "FFFFFF", black: "000000" }[value] ?? null;
    default:
      return null;
  }
}

export const COLORS: ReadonlySet<string> = new Set([
  "srgbClr",
  "sysClr",
  "schemeClr",
  "prstClr",
  "scrgbClr",
  "hslClr",
]);
/** What fills a shape with more than one color. */
export const FILLS: ReadonlySet<string> = new Set(["gradFill", "blipFill", "pattFill", "grpFill"]);
const DRAWN: ReadonlySet<string> = new Set(["sp", "pic", "graphicFrame", "cxnSp"]);
/** The number of the ground of one color, which every theme has. */
const PLAIN_GROUND = 1_001;
/** A ground of the theme that is more than its color. */
const PATTERN = "pattern";
const RUNS: ReadonlySet<string> = new Set(["r", "fld"]);

/** A reader that knows what was drawn so far. */
interface CanvasReader extends LookReader {
  behind: readonly (Place | null)[];
  ground(): Ground;
}

/**
 * Reads what a slide or another drawing says of how its words look. What can't be known, such as
 * words over a picture, counts as seen.
 */
export function drawingLooks({ colors, below, edge, ...canvas }: Canvas): CanvasReader {
  const behind = [...below];
  let { ground } = canvas;
  return {
    behind,
    ground: () => ground,
    note(layers, within, token) {
      const { open, attributes } = token;
      if (within.includes("bg")) return noteGround(within, token);
      if (open === "rPr" && RUNS.has(within.at(-1) ?? "")) {
        const size = numberOf(attributes, "sz");
        const run = runOf(layers);
        if (run !== undefined && size !== null) run.look.size = size / 100;
      } else if (endsWith(within, "rPr")) {
        const run = runOf(layers);
        if (open === "noFill" && run !== undefined) run.look.isInkless = true;
        else if (FILLS.has(open) && run !== undefined) run.look.color = null;
      } else if (endsWith(within, "rPr", "ln") && open !== "noFill") {
        const run = runOf(layers);
        if (run !== undefined) run.look.isInkless = false;
      } else if (endsWith(within, "rPr", "solidFill")) {
        const run = runOf(layers);
        if (run !== undefined && COLORS.has(open)) run.look.color = colorOf(token, colors);
      } else if (isWithinRunColor(within)) noteTint(runOf(layers), token);
      else if (within.includes("spPr") || within.includes("style")) noteFill(layers, within, token);
      notePlace(layers, within, token);
    },
    end(layer) {
      if (DRAWN.has(layer.name) && (layer.name !== "sp" || layer.look.ground !== null))
        behind.push(layer.place);
    },
    hiddenAs(layers) {
      const shape = layers.findLast(({ name }) => DRAWN.has(name));
      if (edge !== null && isOutside(layers, edge)) return "unseen";
      const look = runOf(layers)?.look;
      if (look === undefined) return null;
      if (look.isInkless || isTooSmall(look)) return "unseen";
      // What a table's style puts behind its cells is not known.
      if (look.color === null || shape?.name !== "sp") return null;
      const own = shape.look.ground;
      if (own === null && behind.some((place) => mayOverlap(place, shape.place))) return null;
      return isSameColor(look.color, own ?? ground) ? "unseen" : null;
    },
  };

  /** A slide without a ground of its own has that of its layout. */
  function noteGround(within: Within, token: OpenToken): void {
    const isColor = endsWith(within, "bgPr", "solidFill") || endsWith(within, "bgRef");
    if (isColor && COLORS.has(token.open) && ground !== PATTERN)
      ground = colorOf(token, colors) ?? SOME;
    else if (token.open === "bgRef")
      ground = numberOf(token.attributes, "idx") === PLAIN_GROUND ? SOME : PATTERN;
    else ground = SOME;
  }

  function noteFill(layers: readonly Layer[], within: Within, token: OpenToken): void {
    const shape = layers.findLast(({ name }) => name === "sp" || name === "wsp");
    if (shape === undefined) return;
    const { look } = shape;
    const parent = within.at(-1);
    if (parent === "spPr") {
      if (FILLS.has(token.open)) look.ground = SOME;
      else if (token.open === "noFill") shape.style = "bare";
    } else if (endsWith(within, "spPr", "solidFill") && COLORS.has(token.open))
      look.ground = colorOf(token, colors) ?? SOME;
    // A tint, or a fill that something shines through.
    else if (within.at(-3) === "spPr" && within.at(-2) === "solidFill") look.ground = SOME;
    else if (token.open === "fillRef" && numberOf(token.attributes, "idx") !== 0)
      look.ground ??= shape.style === "bare" ? null : SOME;
  }
}

function runOf(layers: readonly Layer[]): Layer | undefined {
  const last = layers.at(-1);
  return last !== undefined && RUNS.has(last.name) ? last : undefined;
}

function isWithinRunColor(within: Within): boolean {
  return (
    within.at(-3) === "rPr" && within.at(-2) === "solidFill" && COLORS.has(within.at(-1) ?? "")
  );
}

/** A color that is made lighter or darker is another one; one that is all transparent is none. */
function noteTint(run: Layer | undefined, { open, attributes }: OpenToken): void {
  if (run === undefined) return;
  if (open !== "alpha") run.look.color = null;
  else if ((numberOf(attributes, "val") ?? 1) <= 0) run.look.isInkless = true;
}

/** Where a shape says that it stands. */
function notePlace(
  layers: readonly Layer[],
  within: Within,
  { open, attributes }: OpenToken,
): void {
  const shape = layers.at(-1);
  if (shape === undefined || !PLACED.has(shape.name)) return;
  // Where the corners of a turned one lie is not worked out.
  if (open === "xfrm" && (numberOf(attributes, "rot") ?? 0) !== 0) shape.style = TURNED;
  if (within.at(-1) !== "xfrm" || shape.style === TURNED) return;
  // A group measures in units of its own, and so do the shapes in it.
  if (layers.some((one) => one !== shape && one.name === "grpSp")) return;
  const read = (name: string) => numberOf(attributes, name) ?? 0;
  if (open === "off") {
    const [left, top] = [read("x"), read("y")];
    shape.place = { left, top, right: left, bottom: top };
  } else if (open === "ext" && shape.place !== null) {
    shape.place.right += read("cx");
    shape.place.bottom += read("cy");
  }
}

const PLACED: ReadonlySet<string> = new Set([...DRAWN, "grpSp"]);
const TURNED = "turned";

function isOutside(layers: readonly Layer[], edge: Place): boolean {
  return layers.some(({ place }) => place !== null && !overlap(place, edge));
}

function mayOverlap(one: Place | null, other: Place | null): boolean {
  return one === null || other === null || overlap(one, other);
}

function overlap(one: Place, other: Place): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}
