import { foldText } from "#values/folding.ts";

/**
 * How texts become words that can be compared: folded, cut at what is no letter or digit, without
 * plural's s. Whatever a text holds, nothing here takes longer than it is long.
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
  return singular(foldText(word).replaceAll("ß", "ss"));
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
  return atOnce(wordsInSteps(text));
}

/** Words between two breaths of `wordsInSteps`. */
const WORDS_A_STEP = 500;

/** As `wordsOf`, for long texts: it yields every few hundred words. */
export function* wordsInSteps(text: string): Generator<undefined, string[], void> {
  const words: string[] = [];
  let steps = 0;
  for (const [word] of text.matchAll(WORD)) {
    const folded = foldWord(word);
    if (folded !== "") words.push(folded);
    if (++steps % WORDS_A_STEP === 0) yield;
  }
  return words;
}

/** Runs steps to their end without a breath. */
export function atOnce<T>(steps: Generator<undefined, T, void>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
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

/**
 * Markdown as one reads it in a line: without the signs that lay it out, links by their words. Each
 * sign is looked at once.
 */
export function withoutMarkdown(markdown: string): string {
  const lines = withLinks(markdown, (label) => label)
    .split(/[\n\r\u2028\u2029]/)
    .map((line) => {
      const said = withoutLineSigns(line);
      return isRuler(said) ? "" : said;
    });
  return withoutEmphasis(
    lines
      .join("\n")
      .replaceAll("|", " ")
      .replaceAll(/\*\*|__|~~|`{1,3}/g, ""),
  )
    .replaceAll(/\s+/g, " ")
    .trim();
}

/**
 * A text with other words in place of its Markdown links: `[label](address)`, pictures with them.
 * @param opening what they begin with: `![` for pictures alone
 */
export function withLinks(
  text: string,
  words: (label: string) => string,
  opening: "[" | "![" = "[",
): string {
  let done = "";
  let from = 0;
  for (let open = text.indexOf(opening); open >= 0; open = text.indexOf(opening, open)) {
    const close = text.indexOf("]", open);
    if (close < 0) break;
    // Whatever else was opened before it ends here, too, and is no link either.
    if (text[close + 1] !== "(") {
      open = close;
      continue;
    }
    const end = text.indexOf(")", close + 2);
    if (end < 0) break;
    const begin = opening === "[" && open > from && text[open - 1] === "!" ? open - 1 : open;
    done += text.slice(from, begin) + words(text.slice(open + opening.length, close));
    from = end + 1;
    open = from;
  }
  return done + text.slice(from);
}

/** A line without what makes it a heading, a quote or an entry of a list. */
export function withoutLineSigns(line: string): string {
  return line.replace(/^[ \t]{0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+/, "");
}

/** Whether a line is the rule below a table's head, or across the page. */
function isRuler(line: string): boolean {
  let rest = line.trimStart();
  if (rest.startsWith("|")) rest = rest.slice(1).trimStart();
  if (rest.startsWith(":")) rest = rest.slice(1);
  return rest.startsWith("---") && !/[^-:| \t]/.test(rest);
}

/** A text without the single stars and low lines that stand around words. */
function withoutEmphasis(text: string): string {
  const signs = Array.from(text.matchAll(/[*_\n]/g), ({ index }) => index);
  const isSign = (at: number, sign: string | undefined) => text[at] === sign;
  let done = "";
  let from = 0;
  for (const [place, open] of signs.entries()) {
    const sign = text[open];
    if (open < from || sign === "\n" || isWordBefore(text, open)) continue;
    if (isBlank(text[open + 1])) continue;
    // What it stands around has one sign at least, which may be a star or a low line itself.
    const step = signs[place + 1] === open + 1 ? 2 : 1;
    const next = signs[place + step];
    if (next === undefined) continue;
    const close =
      text[next] !== "\n" && isSign(next + 1, sign) && !isWordAfter(text, next + 2)
        ? next + 1
        : isSign(next, sign) && !isBlank(text[next - 1]) && !isWordAfter(text, next + 1)
          ? next
          : null;
    if (close === null) continue;
    done += text.slice(from, open) + text.slice(open + 1, close);
    from = close + 1;
  }
  return done + text.slice(from);
}

function isBlank(sign: string | undefined): boolean {
  return sign === undefined || /\s/.test(sign);
}

/** The sign before a place, both halves of one that has two. */
function isWordBefore(text: string, at: number): boolean {
  const low = text.charCodeAt(at - 1);
  const two = at > 1 && low >= 0xdc00 && low < 0xe000;
  return /[\p{L}\p{N}]/u.test(text.slice(Math.max(0, at - (two ? 2 : 1)), at));
}

function isWordAfter(text: string, at: number): boolean {
  const sign = text.codePointAt(at);
  return sign !== undefined && /[\p{L}\p{N}]/u.test(String.fromCodePoint(sign));
}

/** Parts of a text behind each other, without those that are empty. */
export function sentence(parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part != null && part !== "").join(". ");
}
