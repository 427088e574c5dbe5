import { Ink, type Box, type Drawing } from "./ink.ts";
import type { Character, TextMode } from "./page-characters.ts";

/**
 * Draws the page with some of its texts and everything else on it.
 * @param texts those that are drawn; null for all
 */
export type Draw = (texts: ReadonlySet<number> | null) => Drawing;

/** As much of a character's box changes where the character is seen: a hair line does. */
const LEAST_INK = 0.015;
/** As much of it is an edge in a scanned picture where a letter is seen. */
const LEAST_EDGES = 0.02;
/** A box so wide is looked at without its border, where neighbors reach into it. */
const INSET_FROM = 8;
/** The same where it is asked which texts lie over each other. */
const TOUCHED_FROM = 4;
/** Texts that lie over each other are drawn apart, in so many drawings at most. */
const MOST_LAYERS = 6;
/** So many pixels of a character, or such a share of it, lie over another where the two are apart. */
const OVERLAP = { pixels: 6, share: 0.1 };
/** Pixels of one character that are looked at: of a larger one, some. */
const MOST_PIXELS = 1_024;
/** What text recognition found lies roughly where the letters are: so many may miss them. */
const MISSED_IN_A_ROW = 2;

/**
 * Which characters of a page somebody who looks at it can see. A text that is drawn is seen where
 * the page looks different without it: one that is white on white, covered, cut off, off the page or
 * in a layer that is off changes nothing. A text that draws nothing, as text recognition puts it over
 * a scan, is seen where the picture below is not of one color.
 * @param draw is called a few times, and never for a page whose text draws nothing but once
 */
export function seenCharacters(
  characters: readonly Character[],
  modes: ReadonlyMap<number, TextMode>,
  draw: Draw,
): boolean[] {
  const drawn = characters.filter(isWritten).filter(({ object }) => modes.get(object) === "drawn");
  const hasInvisible = characters.some(
    (one) => isWritten(one) && modes.get(one.object) === "invisible",
  );
  const whole = drawn.length > 0 || hasInvisible ? draw(null) : null;
  const edges = whole !== null && hasInvisible ? Ink.edges(whole) : null;
  const bare = whole !== null && drawn.length > 0 ? draw(new Set()) : null;
  const changed = whole !== null && bare !== null ? Ink.between(whole, bare) : null;
  const layers = bare === null ? new Map<number, Ink | null>() : layersOf(drawn, bare, draw);
  const seen = characters.map(({ object, box }) => {
    if (object === 0 || box === null) return false;
    const inner = withoutBorder(box);
    if (modes.get(object) === "invisible") return (edges?.shareOf(inner) ?? 0) >= LEAST_EDGES;
    const own = layers.get(object);
    return (
      (changed?.shareOf(inner) ?? 0) >= LEAST_INK &&
      (own === undefined || (own?.shareOf(inner) ?? 0) >= LEAST_INK)
    );
  });
  forgiveMisses(characters, modes, seen);
  return seen;
}

/** Blanks have no ink of their own. */
function isWritten({ sign, object }: Character): boolean {
  return object !== 0 && sign.trim() !== "";
}

function withoutBorder({ left, top, right, bottom }: Box, from = INSET_FROM): Box {
  const x = right - left >= from ? 1 : 0;
  const y = bottom - top >= from ? 1 : 0;
  return { left: left + x, top: top + y, right: right - x, bottom: bottom - y };
}

/**
 * Texts that lie over others, each with the ink of a drawing without those others: what shows there
 * may be the other one's. null for those that lie over too many.
 */
function layersOf(drawn: readonly Character[], bare: Drawing, draw: Draw): Map<number, Ink | null> {
  const layers: Set<number>[] = [];
  const layerOf = new Map<number, number>();
  for (const [object, others] of overlaps(drawn, bare)) {
    const taken = new Set([...others].map((other) => layerOf.get(other)));
    let layer = 0;
    while (taken.has(layer)) layer += 1;
    layerOf.set(object, layer);
    (layers[layer] ??= new Set()).add(object);
  }
  const inks = layers.slice(0, MOST_LAYERS).map((objects) => Ink.between(draw(objects), bare));
  return new Map([...layerOf].map(([object, layer]) => [object, inks[layer] ?? null]));
}

/** The texts that lie over others, with those others. */
function overlaps(
  drawn: readonly Character[],
  { width, height }: Drawing,
): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  const note = (object: number, other: number) => {
    const others = found.get(object);
    if (others === undefined) found.set(object, new Set([other]));
    else others.add(other);
  };
  const owners = new Uint32Array(width * height);
  for (const { object, box } of drawn) {
    if (box === null) continue;
    const shared = new Map<number, number>();
    const { left, right, top, bottom, area, step } = pixelsOf(box, width, height);
    for (let y = top; y < bottom; y += step)
      for (let x = left; x < right; x += step) {
        const owner = owners[y * width + x] ?? 0;
        if (owner !== 0 && owner !== object) shared.set(owner, (shared.get(owner) ?? 0) + 1);
        owners[y * width + x] = object;
      }
    for (const [other, count] of shared) {
      if (count < OVERLAP.pixels && count < OVERLAP.share * area) continue;
      note(object, other);
      note(other, object);
    }
  }
  return found;
}

/** The pixels of a box on a drawing; of a large one those of a grid that all large ones share. */
function pixelsOf(box: Box, width: number, height: number) {
  // Neighbors touch where their sides are rounded.
  const inner = withoutBorder(box, TOUCHED_FROM);
  const [left, top] = [Math.max(0, inner.left), Math.max(0, inner.top)];
  const [right, bottom] = [Math.min(width, inner.right), Math.min(height, inner.bottom)];
  const all = Math.max(0, right - left) * Math.max(0, bottom - top);
  const finest = Math.max(1, Math.sqrt(all / MOST_PIXELS));
  const step = 2 ** Math.ceil(Math.log2(finest));
  const onGrid = (from: number) => Math.ceil(from / step) * step;
  return { left: onGrid(left), top: onGrid(top), right, bottom, area: all / step ** 2, step };
}

/** A letter or two of a recognized word may lie beside the picture's. */
function forgiveMisses(
  characters: readonly Character[],
  modes: ReadonlyMap<number, TextMode>,
  seen: boolean[],
): void {
  const isOfWord = (at: number) => {
    const one = characters[at];
    return one !== undefined && isWritten(one) && modes.get(one.object) === "invisible";
  };
  for (let at = 0; at < characters.length; at += 1) {
    if (!isOfWord(at) || seen[at] === true) continue;
    let end = at;
    while (isOfWord(end) && seen[end] !== true) end += 1;
    const isInWord = seen[at - 1] === true || (isOfWord(end) && seen[end] === true);
    if (isInWord && end - at <= MISSED_IN_A_ROW) seen.fill(true, at, end);
    at = end;
  }
}
