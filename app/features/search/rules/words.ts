/**
 * How texts become words that can be compared: folded, cut at what is no letter or digit, without
 * plural's s.
 */

/**
 * Letters and digits apart, so that 'SOC2' and 'SOC 2', 'AES-256' and 'AES256' are the same words.
 */
const WORD = /[\p{L}\p{M}]+|\p{N}+/gu;

/**
 * Said of everything, so a question is looked up without them; one made of nothing else keeps them.
 */
const COMMON = new Set(
  (
    "a an and any are as at be by can do does for from has have how i if in is it its me my of on or our " +
    "so that the their there these they this to us was we what when where which who will with you your"
  ).split(" "),
);

/** @returns one word without case, diacritics and ligatures, in the singular */
export function foldWord(word: string): string {
  const folded = word
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss");
  return singular(folded);
}

/** English plurals of the plain kinds; other words stay as they are. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s")) return word;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** The folded words of a text, in their order. */
export function wordsOf(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([word]) => foldWord(word)).filter((word) => word !== "");
}

/** Whether a word says nothing by itself. */
export function isCommon(word: string): boolean {
  return COMMON.has(word);
}

/** A stretch of a text that is shown plain or marked. */
export interface TextPart {
  text: string;
  marked: boolean;
}

/**
 * A text cut into stretches, those marked whose folded word was found.
 * @param found folded words
 */
export function markedParts(text: string, found: ReadonlySet<string>): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    if (!found.has(foldWord(match[0]))) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), marked: false });
    parts.push({ text: match[0], marked: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), marked: false });
  return parts;
}

/** Characters before the first found word that a snippet keeps. */
const BEFORE_FOUND = 60;

/**
 * The stretch of a text around the first found word, cut between words and with '…' where text is
 * left out.
 * @param length about how many characters
 */
export function snippetOf(text: string, found: ReadonlySet<string>, length = 240): string {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  if (plain.length <= length) return plain;
  let first = 0;
  for (const match of plain.matchAll(WORD)) {
    if (!found.has(foldWord(match[0]))) continue;
    first = match.index;
    break;
  }
  const from = first <= BEFORE_FOUND ? 0 : plain.indexOf(" ", first - BEFORE_FOUND) + 1;
  const rest = plain.slice(from);
  if (rest.length <= length) return `${from > 0 ? "… " : ""}${rest}`;
  const cut = rest.lastIndexOf(" ", length);
  return `${from > 0 ? "… " : ""}${rest.slice(0, cut <= 0 ? length : cut)} …`;
}

/** Markdown as one reads it in a line: without the signs that lay it out, links by their words. */
export function withoutMarkdown(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^[ \t]{0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+/gm, "")
    .replaceAll(/^[ \t]*\|?[ \t]*:?-{3,}[-:| \t]*$/gm, "")
    .replaceAll(/[ \t]*\|[ \t]*/g, " ")
    .replaceAll(/\*\*|__|~~|`{1,3}/g, "")
    .replaceAll(/(?<![\p{L}\p{N}])([*_])(\S(?:[^*_\n]*\S)?)\1(?![\p{L}\p{N}])/gu, "$2")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Parts of a text behind each other, without those that are empty. */
export function sentence(parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part != null && part !== "").join(". ");
}
