import { PARTED } from "#values/parted-words.ts";
import type { Character } from "./page-characters.ts";

/** What a page says to those who look at it. */
export interface PageText {
  text: string;
  /** It has words that nobody sees, which were left out. */
  hasHidden: boolean;
  /** It has more characters than are read. */
  isCut: boolean;
}

const HYPHENS = new Set([PARTED, "\u2010"]);
/** Fewer letters that nobody sees are a stray mark and not worth a word. */
const TOLD_FROM = 3;

/**
 * A page's text, without what nobody sees.
 * @param seen whether each character is seen
 */
export function textOfCharacters(
  characters: readonly Character[],
  seen: readonly boolean[],
): Omit<PageText, "isCut"> {
  let text = "";
  let hidden = 0;
  let isGap = false;
  for (const [at, { sign, isHyphen, object }] of characters.entries()) {
    // Blanks between texts are nobody's; too many of them are dropped below.
    if (object === 0 || sign.trim() === "") text += isHyphen ? "-" : sign;
    else if (seen[at] !== true) {
      hidden += /[\p{L}\p{N}]/u.test(sign) ? 1 : 0;
      isGap = true;
      continue;
    } else {
      // What stands on both sides of it is not one word.
      if (isGap) text += " ";
      text += isHyphen || HYPHENS.has(sign) ? hyphenOf(isHyphen, characters[at + 1]) : sign;
    }
    isGap = false;
  }
  return { text: tidied(text), hasHidden: hidden >= TOLD_FROM };
}

/** A hyphen is shown wherever a page has one, but where the word goes on in the next line. */
function hyphenOf(isHyphen: boolean, next: Character | undefined): string {
  return isHyphen && /\p{Ll}/u.test(next?.sign ?? "") ? PARTED : "-";
}

/** Lines as they stand, words parted at their ends marked as such. */
function tidied(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .replace(/(?<![\p{L}\p{M}])\u00ad/gu, "-")
    .replace(/(?<=[\p{L}\p{M}])-\n(?=\p{Ll})/gu, PARTED)
    .replace(/ {2,}/g, " ")
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
