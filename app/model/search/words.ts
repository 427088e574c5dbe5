import { foldText } from "#values/folding.ts";
import { PARTED, withWholeWords } from "#values/parted-words.ts";
import { stemOf } from "./stems.ts";
import { askedPairs, keptPairs, lettersOf, pairsOf, stretchesOf, type Letter } from "./unspaced.ts";

/**
 * How texts become words that can be compared: folded, cut at what is no letter or digit, without
 * their endings. Whatever a text holds, nothing here takes longer than it is long.
 */

/**
 * Letters and digits apart, so that 'SOC2' and 'SOC 2', 'AES-256' and 'AES256' are the same words.
 * What a line's end parted is one word, and so is what some write in two: 'sub-processor'.
 */
const WORD =
  /(?:(?:sub|multi|pen)[- ](?=\p{L})|(?:anti|non|re|co|back|e)-(?=\p{L}))?[\p{L}\p{M}]+(?:\u00ad[\p{L}\p{M}]+)*|\p{N}+/giu;

/**
 * Said of everything, so a question is looked up without them; one made of nothing else keeps them.
 */
const COMMON = stemsOf(
  "a an and any are as at be by can do does for from has have how i if in is it its me my of on or our " +
    "so that the their there these they this to us was we what when where which who will with you your",
);

/** The stems of words that stand between blanks. */
export function stemsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" ").map(stemOf));
}

/** @returns a word without case, diacritics, ligatures and what parts one that some write in two */
export function foldWord(word: string): string {
  return foldText(word).replaceAll("ß", "ss").replaceAll(/[- ]/g, "");
}

/** The stems of a text's words, in their order. */
export function wordsOf(text: string): string[] {
  return atOnce(wordsInSteps(text));
}

/** Words between two breaths of `wordsInSteps`. */
const WORDS_A_STEP = 500;

/** As `wordsOf`, for long texts: it yields every few hundred words. */
export function* wordsInSteps(text: string): Generator<undefined, string[], void> {
  return (yield* formsInSteps(text)).map(stemOf);
}

/** A text's words with their endings, folded, in their order; it yields every few hundred words. */
export function* formsInSteps(text: string): Generator<undefined, string[], void> {
  const words: string[] = [];
  let steps = 0;
  for (const [word] of text.matchAll(WORD))
    for (const { text: own, isUnspaced } of stretchesOf(word))
      for (const form of isUnspaced ? pairsOf(own) : formsOf(own)) {
        words.push(form);
        if (++steps % WORDS_A_STEP === 0) yield;
      }
  return words;
}

/** A word without spaces inside, folded: whole, and by the parts of one that was parted. */
function formsOf(word: string): string[] {
  const forms = word.includes(PARTED) ? [withWholeWords(word), ...word.split(PARTED)] : [word];
  return forms.map(foldWord).filter((form) => form !== "");
}

/** A word of a question: itself, or two letters of a stretch without spaces. */
export interface AskedWord {
  /** Its stem. */
  word: string;
  /** As it was asked, folded. */
  form: string;
  /** It was asked in capitals, as abbreviations are. */
  isCapitals: boolean;
  /** The letters of the stretch that it is from, and its place among them. */
  within: { letters: readonly Letter[]; at: number } | null;
}

/** The words of a question, as they are looked up: those that its text is kept by, in their order. */
export function askedWords(text: string): AskedWord[] {
  const asked: AskedWord[] = [];
  for (const [word] of text.matchAll(WORD))
    for (const { text: own, isUnspaced } of stretchesOf(withWholeWords(word))) {
      if (isUnspaced) {
        const letters = lettersOf(own);
        for (const [at, pair] of askedPairs(letters).entries())
          asked.push({ word: pair, form: pair, isCapitals: false, within: { letters, at } });
      } else {
        const form = foldWord(own);
        const isCapitals = own !== own.toLowerCase() && own === own.toUpperCase();
        if (form !== "") asked.push({ word: stemOf(form), form, isCapitals, within: null });
      }
    }
  return asked;
}

/** Runs steps to their end without a breath. */
export function atOnce<T>(steps: Generator<undefined, T, void>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Whether a word says nothing by itself. @param word its stem */
export function isCommon(word: string): boolean {
  return COMMON.has(word);
}

/** Whether a row of stems stands side by side in a text. @param stems the text's, in their order */
export function stands(way: readonly string[], stems: readonly string[]): boolean {
  const [first] = way;
  if (first === undefined) return false;
  const last = stems.length - way.length;
  for (let at = stems.indexOf(first); at >= 0 && at <= last; at = stems.indexOf(first, at + 1)) {
    let same = 1;
    while (same < way.length && way[same] === stems[at + same]) same += 1;
    if (same === way.length) return true;
  }
  return false;
}

/** A stretch of a text that is shown plain or marked. */
export interface TextPart {
  text: string;
  marked: boolean;
}

/**
 * A text cut into stretches, those marked whose word was found, in whatever form.
 * @param found stems
 */
export function markedParts(text: string, found: ReadonlySet<string>): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const add = (to: number, marked: boolean) => {
    const part = withWholeWords(text.slice(end, to));
    const before = parts.at(-1);
    if (before?.marked === true && marked) before.text += part;
    else if (part !== "") parts.push({ text: part, marked });
    end = to;
  };
  for (const { from, to } of foundPlaces(text, found)) {
    if (from > end) add(from, false);
    if (to > end) add(to, true);
  }
  if (end < text.length) add(text.length, false);
  return parts;
}

/** Where found words stand in a text: words as a whole, of pairs each letter. */
function* foundPlaces(
  text: string,
  found: ReadonlySet<string>,
): Generator<{ from: number; to: number }, void, void> {
  for (const match of text.matchAll(WORD)) {
    let from = match.index;
    for (const { text: own, isUnspaced } of stretchesOf(match[0])) {
      if (isUnspaced) yield* foundLetters(lettersOf(own), from, found);
      else if (formsOf(own).some((form) => found.has(stemOf(form))))
        yield { from, to: from + own.length };
      from += own.length;
    }
  }
}

function* foundLetters(
  letters: readonly Letter[],
  begin: number,
  found: ReadonlySet<string>,
): Generator<{ from: number; to: number }, void, void> {
  let from = begin;
  for (const [at, pair] of keptPairs(letters).entries()) {
    const own = letters[at]?.written.length ?? 0;
    const next = letters[at + 1]?.written.length ?? 0;
    if (found.has(pair)) yield { from, to: from + own + next };
    else if (found.has(letters[at]?.folded ?? "")) yield { from, to: from + own };
    from += own;
  }
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
  const first = foundPlaces(plain, found).next().value?.from ?? 0;
  const from = first <= BEFORE_FOUND ? 0 : snippetStart(plain, first);
  const rest = plain.slice(from);
  if (rest.length <= length) return `${from > 0 ? "… " : ""}${rest}`;
  const blank = rest.lastIndexOf(" ", length);
  // Where there are no blanks, a text is cut between two signs.
  const cut = blank > length / 2 ? blank : betweenSigns(rest, length);
  return `${from > 0 ? "… " : ""}${rest.slice(0, cut)} …`;
}

function snippetStart(text: string, first: number): number {
  const blank = text.indexOf(" ", first - BEFORE_FOUND);
  return blank >= 0 && blank < first ? blank + 1 : betweenSigns(text, first - BEFORE_FOUND);
}

/** A place, or the one before where it would part the halves of a sign. */
function betweenSigns(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code < 0xe000 ? at - 1 : at;
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
export function isRuler(line: string): boolean {
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

/** Texts below each other, without those that are empty. */
export function linesOf(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n");
}

/** Parts of a text behind each other, without those that are empty. */
export function sentence(parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part != null && part !== "").join(". ");
}
