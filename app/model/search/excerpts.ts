import { markedParts } from "./words.ts";

/** Characters before the first found word that an excerpt keeps. */
const BEFORE_FOUND = 60;
/** Longer words are cut, as those of scripts that part no words are. */
const LONGEST_WORD = 80;

/** Where no word was looked for: the beginning of the text. */
export const NOTHING_LOOKED_FOR: ReadonlySet<string> = new Set();

/**
 * The stretch of a text that shows where its first found word stands, else its beginning: cut
 * between words, with '…' where text is left out and with its lines as they are. Goes over the text
 * once.
 * @param found the stems of words
 * @param length characters at most, without the dots
 */
export function excerptOf(text: string, found: ReadonlySet<string>, length: number): string {
  if (text.length <= length) return text;
  const first = placeOf(text, found);
  const from = wordStart(text, Math.min(first - BEFORE_FOUND, text.length - length), first);
  const to = wordEnd(text, from + length);
  return `${from > 0 ? "… " : ""}${text.slice(from, to)}${to < text.length ? " …" : ""}`;
}

/** Where the first found word begins; 0 where there is none. */
function placeOf(text: string, found: ReadonlySet<string>): number {
  if (found.size === 0) return 0;
  const [first, second] = markedParts(text, found);
  return first === undefined || first.marked || second === undefined ? 0 : first.text.length;
}

/** The first beginning of a word at or after a place, and not after the word that has to be in. */
function wordStart(text: string, at: number, most: number): number {
  if (at <= 0) return 0;
  let place = at;
  while (place < most && !(isSpace(text, place - 1) && !isSpace(text, place))) place += 1;
  return place;
}

/** The last end of a word at or before a place; in the midst of one that is too long. */
function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  for (let place = at; place > at - LONGEST_WORD; place -= 1)
    if (isSpace(text, place) && !isSpace(text, place - 1)) return place;
  // Never between the two halves of one sign.
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}
