import { isSpace, skipSpace, stringEnd, wordEnd } from "./pdf-syntax.ts";

/** Operators that begin or go on with a path, and those that end one. */
const PATH = new Set(["m", "l", "c", "v", "y", "h", "re", "W", "W*"]);
const PAINT = new Set(["S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "n"]);
/** Deeper than any program nests; beyond it the page's look can't be told from its words. */
const MAX_OPEN = 10_000;

/** In what state a page's content leaves whoever draws behind it. */
export interface ContentEnd {
  /** What must be drawn so that the state is the one of the beginning; null where nothing does it. */
  closing: string | null;
  /** Whether a picture stands in it, whose bytes may look like words. */
  hasPictures: boolean;
}

/** Reads a page's content for what it leaves open. */
export function contentEnd(bytes: Uint8Array): ContentEnd {
  let [saved, marked, lists, isText, isPath, hasPictures] = [0, 0, 0, false, false, false];
  const odd = { closing: null, hasPictures: false };
  let at = skipSpace(bytes, 0);
  while (at < bytes.length) {
    const code = bytes[at] ?? 0;
    const end = wordEnd(bytes, at);
    if (end === at) {
      const next = behindDelimiter(bytes, at, code);
      if (next === null) return odd;
      if (code === 0x5b || (code === 0x3c && bytes[at + 1] === code)) lists += 1;
      if (code === 0x5d || (code === 0x3e && bytes[at + 1] === code))
        lists = Math.max(0, lists - 1);
      at = skipSpace(bytes, next);
      continue;
    }
    if (end - at <= 3 && code > 0x39) {
      const word = String.fromCharCode(...bytes.subarray(at, end));
      if (word === "q") saved += 1;
      // What is taken back more often than it was kept: in a kept state it would take back more.
      else if (word === "Q") saved -= 1;
      else if (word === "BT") isText = true;
      else if (word === "ET") isText = false;
      else if (word === "BMC" || word === "BDC") marked += 1;
      else if (word === "EMC") marked = Math.max(0, marked - 1);
      else if (PAINT.has(word)) isPath = false;
      else if (PATH.has(word)) isPath = true;
      else if (word === "ID") {
        const behind = pictureEnd(bytes, end);
        if (behind === null) return odd;
        hasPictures = true;
        at = skipSpace(bytes, behind);
        continue;
      }
      if (saved < 0 || saved > MAX_OPEN || marked > MAX_OPEN) return odd;
    }
    at = skipSpace(bytes, end);
  }
  if (lists > 0) return odd;
  const closing = [
    ...(isPath ? ["n"] : []),
    ...(isText ? ["ET"] : []),
    ...Array.from({ length: marked }, () => "EMC"),
    ...Array.from({ length: saved }, () => "Q"),
  ];
  return { closing: closing.join(" "), hasPictures };
}

/** Behind a string, a name or a bracket; null where a string has no end. */
function behindDelimiter(bytes: Uint8Array, at: number, code: number): number | null {
  if (code === 0x28) return stringEnd(bytes, at);
  if (code === 0x2f) return wordEnd(bytes, at + 1);
  if (code === 0x3e) return at + (bytes[at + 1] === 0x3e ? 2 : 1);
  if (code !== 0x3c || bytes[at + 1] === 0x3c) return at + (code === 0x3c ? 2 : 1);
  const end = bytes.indexOf(0x3e, at);
  return end === -1 ? null : end + 1;
}

/** Behind a picture's bytes, which begin behind `ID`: `EI` between white space, and then words. */
function pictureEnd(bytes: Uint8Array, from: number): number | null {
  for (let at = from + 1; at < bytes.length; at += 1) {
    at = bytes.indexOf(0x45, at);
    if (at === -1) return null;
    const isEnd =
      bytes[at + 1] === 0x49 &&
      isSpace(bytes[at - 1]) &&
      (at + 2 >= bytes.length || isSpace(bytes[at + 2]));
    if (isEnd && bytes.subarray(at + 2, at + 12).every((code) => isSpace(code) || isPrinted(code)))
      return at + 2;
  }
  return null;
}

const isPrinted = (code: number) => code > 0x20 && code < 0x7f;
