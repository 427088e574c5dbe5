import { placeOf } from "#values/linear-search.ts";
import { PARTED, withWholeWords } from "#values/parted-words.ts";
import { lowerInPlace, wordPlaces } from "#values/word-places.ts";

/** A stretch of a text that is shown plain or marked. */
export interface FoundPart {
  text: string;
  marked: boolean;
}

/** A page that says what is looked for. */
export interface FoundPage {
  /** From 1. */
  page: number;
  snippet: FoundPart[];
}

export interface FoundPages {
  /** The first of them, in the order of the document. */
  pages: FoundPage[];
  /** How many there are. */
  count: number;
}

/** Characters that are looked for, and words of them. */
export const MAX_FIND = 100;
const MOST_WORDS = 8;
/** Pages that are listed. */
const MOST_PAGES = 50;
const SNIPPET = 200;
const BEFORE = 60;

/** What somebody looks for, as words; those after the eighth do not count. */
export function findWords(text: string): string[] {
  const words = text.slice(0, MAX_FIND).toLowerCase().split(/\s+/).filter(Boolean);
  return [...new Set(words)].slice(0, MOST_WORDS);
}

/** The pages that say all of the words, or words that hold them, whatever their case. */
export function findInPages(
  pages: readonly { page: number | null; text: string }[],
  words: readonly string[],
): FoundPages {
  if (words.length === 0) return { pages: [], count: 0 };
  const matching = pages.flatMap(({ page, text: parted }) => {
    const text = formsOf(parted).find((form) => {
      const plain = lowerInPlace(form);
      return words.every((word) => placeOf(plain, lowerInPlace(word)) !== -1);
    });
    return text === undefined ? [] : [{ page: page ?? 1, text }];
  });
  return {
    count: matching.length,
    pages: matching.slice(0, MOST_PAGES).map(({ page, text }) => ({
      page,
      snippet: markedWords(snippetAround(text, words), words),
    })),
  };
}

/** A text with its parted words whole, or with the hyphens that parted them. */
function formsOf(text: string): string[] {
  return text.includes(PARTED) ? [withWholeWords(text), text.replaceAll(PARTED, "-")] : [text];
}

/** A text cut into stretches, those marked that are one of the words. */
export function markedWords(parted: string, words: readonly string[]): FoundPart[] {
  const text =
    formsOf(parted).find((form) => !wordPlaces(form, words).next().done) ?? withWholeWords(parted);
  const parts: FoundPart[] = [];
  let done = 0;
  for (const { from, to } of wordPlaces(text, words)) {
    if (from > done) parts.push({ text: text.slice(done, from), marked: false });
    parts.push({ text: text.slice(from, to), marked: true });
    done = to;
  }
  if (done < text.length || words.length === 0)
    parts.push({ text: text.slice(done), marked: false });
  return parts;
}

/** The stretch of a text around the first word found, with '…' where text is left out. */
function snippetAround(text: string, words: readonly string[]): string {
  const [first] = wordPlaces(text, words);
  const at = first?.from ?? 0;
  const blank = at <= BEFORE ? -1 : text.indexOf(" ", at - BEFORE);
  // Where there are no blanks, a text is cut between two signs.
  const start =
    at <= BEFORE ? 0 : blank >= 0 && blank < at ? blank + 1 : betweenSigns(text, at - BEFORE);
  const rest = text.slice(start, start + SNIPPET);
  const isCut = start + SNIPPET < text.length;
  const last = rest.lastIndexOf(" ");
  const end = !isCut ? rest.length : last > SNIPPET / 2 ? last : betweenSigns(rest, SNIPPET);
  const plain = rest.slice(0, end).replaceAll(/\s+/g, " ").trim();
  return `${start > 0 ? "… " : ""}${plain}${isCut ? " …" : ""}`;
}

/** A place, or the one before where it would part the halves of a sign. */
function betweenSigns(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code < 0xe000 ? at - 1 : at;
}
