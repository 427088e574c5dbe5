import type { Box } from "./ink.ts";
import type { Character } from "./page-characters.ts";

/** A character, and whether it is seen. */
export interface Read {
  character: Character;
  isSeen: boolean;
}

interface Piece {
  read: Read[];
  box: Box;
  /** Behind which of the page's own characters it stands; -1 before all of them. */
  behind: number;
  isOnLine: boolean;
}

/** Fields times characters that are compared; of a page with more, fields stay at its end. */
const MOST_COMPARED = 20_000_000;
/** How far a field may reach into what stands before it, in pixels of the drawing. */
const REACH = 2;

/**
 * Brings what fields and notes say to where they stand on their page: behind what is left of them on
 * their line, else below the line above them. The engine has it behind everything else.
 * @param fieldOf the field or note that a text belongs to; null for the page's own
 */
export function withFieldsInPlace(
  all: readonly Read[],
  fieldOf: (object: number) => number | null,
): Read[] {
  const own: Read[] = [];
  const fields = new Map<number, Read[]>();
  let field: number | null = null;
  for (const read of all) {
    // Blanks between texts belong to the one before them.
    if (read.character.object !== 0) field = fieldOf(read.character.object);
    if (field === null) own.push(read);
    else fields.set(field, [...(fields.get(field) ?? []), read]);
  }
  if (fields.size === 0 || fields.size * own.length > MOST_COMPARED) return [...all];
  const pieces = [...fields.values()].map((read) => pieceOf(trimmed(read), own));
  pieces.sort(
    (one, other) =>
      one.behind - other.behind ||
      Number(other.isOnLine) - Number(one.isOnLine) ||
      (one.isOnLine ? 0 : one.box.top - other.box.top) ||
      one.box.left - other.box.left,
  );
  const placed: Read[] = [];
  let next = 0;
  for (let at = -1; at < own.length; at += 1) {
    const read = own[at];
    if (read !== undefined) placed.push(read);
    for (; pieces[next]?.behind === at; next += 1) {
      const { isOnLine, read: words } = pieces[next] as Piece;
      if (isOnLine) placed.push(blank(" "), ...words, blank(" "));
      // Above everything, the page's own first line comes behind it.
      else placed.push(...(at === -1 ? [] : [blank("\n")]), ...words);
      if (at === -1) placed.push(blank("\n"));
    }
  }
  return placed;
}

function trimmed(read: readonly Read[]): Read[] {
  let end = read.length;
  while (end > 0 && read[end - 1]?.character.object === 0) end -= 1;
  return read.slice(0, end);
}

function pieceOf(read: Read[], own: readonly Read[]): Piece {
  const boxes = read.flatMap(({ character, isSeen }) =>
    isSeen && character.box !== null ? character.box : [],
  );
  // What nobody sees has no place.
  if (boxes.length === 0)
    return {
      read,
      box: { left: 0, top: 0, right: 0, bottom: 0 },
      behind: own.length - 1,
      isOnLine: false,
    };
  const box = {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
  const before = placeOnLine(box, own);
  if (before !== null) return { read, box, behind: before, isOnLine: true };
  return { read, box, behind: placeBelow(box, own), isOnLine: false };
}

/** The last character that stands left of a box, on its first line. */
function placeOnLine({ left, top, bottom }: Box, own: readonly Read[]): number | null {
  let found: number | null = null;
  let farthest = -Infinity;
  for (const [at, { character, isSeen }] of own.entries()) {
    const { box } = character;
    if (box === null || !isSeen) continue;
    const middle = (box.top + box.bottom) / 2;
    if (middle < top - REACH || middle > bottom + REACH || box.right > left + REACH) continue;
    if (box.right >= farthest) [found, farthest] = [at, box.right];
  }
  return found;
}

/** The end of the nearest line above a box; -1 where there is none. */
function placeBelow({ left, right, top }: Box, own: readonly Read[]): number {
  let found = -1;
  let nearest = Infinity;
  for (const [at, { character, isSeen }] of own.entries()) {
    const { box } = character;
    if (box === null || !isSeen || box.bottom > top + REACH) continue;
    const beside = Math.max(0, box.left - right, left - box.right);
    const away = top - box.bottom + beside;
    if (away <= nearest) [found, nearest] = [at, away];
  }
  if (found === -1) return -1;
  const isInLine = (read: Read | undefined) =>
    read !== undefined && read.character.sign !== "\r" && read.character.sign !== "\n";
  while (isInLine(own[found + 1])) found += 1;
  return found;
}

function blank(sign: string): Read {
  const character = { sign, isHyphen: false, object: 0, box: null, glyph: null };
  return { character, isSeen: false };
}
