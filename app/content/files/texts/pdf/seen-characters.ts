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
/** Texts that lie over each other are drawn apart, in so many drawings at most. */
const MOST_LAYERS = 6;
/** Pixels of a cell in which two characters count as lying over each other. */
const CELL = 3;
/** Cells of one character that are looked at. */
const MOST_CELLS = 6;
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

function withoutBorder({ left, top, right, bottom }: Box): Box {
  const x = right - left >= INSET_FROM ? 1 : 0;
  const y = bottom - top >= INSET_FROM ? 1 : 0;
  return { left: left + x, top: top + y, right: right - x, bottom: bottom - y };
}

/**
 * Texts that lie over others, each with the ink of a drawing without those others: what shows there
 * may be the other one's. null for those that lie over too many.
 */
function layersOf(drawn: readonly Character[], bare: Drawing, draw: Draw): Map<number, Ink | null> {
  const layers: Set<number>[] = [];
  const layerOf = new Map<number, number>();
  for (const [object, others] of overlaps(drawn)) {
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
function overlaps(drawn: readonly Character[]): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  const note = (object: number, other: number) => {
    const others = found.get(object);
    if (others === undefined) found.set(object, new Set([other]));
    else others.add(other);
  };
  const owners = new Map<number, number>();
  for (const { object, box } of drawn) {
    if (box === null) continue;
    for (const cell of cellsOf(box)) {
      const owner = owners.get(cell);
      if (owner === undefined) owners.set(cell, object);
      else if (owner !== object) {
        note(object, owner);
        note(owner, object);
      }
    }
  }
  return found;
}

/** Cells in the middle of a character. */
function* cellsOf({ left, top, right, bottom }: Box): Generator<number, void, void> {
  const [width, height] = [right - left, bottom - top];
  const steps = (length: number) =>
    Math.min(MOST_CELLS, Math.max(1, Math.floor(length / 2 / CELL)));
  const [across, down] = [steps(width), steps(height)];
  for (let x = 0; x < across; x += 1)
    for (let y = 0; y < down; y += 1) {
      const column = Math.floor((left + width * (0.25 + ((x + 0.5) / across) * 0.5)) / CELL);
      const row = Math.floor((top + height * (0.25 + ((y + 0.5) / down) * 0.5)) / CELL);
      yield row * 100_000 + column;
    }
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
