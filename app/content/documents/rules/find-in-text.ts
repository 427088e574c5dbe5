import { placeOf } from "#values/linear-search.ts";
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
  const matching = pages.flatMap(({ page, text }) => {
    const plain = lowerInPlace(text);
    return words.every((word) => placeOf(plain, lowerInPlace(word)) !== -1)
      ? [{ page: page ?? 1, text }]
      : [];
  });
  return {
    count: matching.length,
    pages: matching.slice(0, MOST_PAGES).map(({ page, text }) => ({
      page,
      snippet: markedWords(snippetAround(text, words), words),
    })),
  };
}

/** A text cut into stretches, those marked that are one of the words. */
export function markedWords(text: string, words: readonly string[]): FoundPart[] {
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
  const from = at <= BEFORE ? 0 : text.indexOf(" ", at - BEFORE) + 1;
  const start = from > at ? at : from;
  const rest = text.slice(start, start + SNIPPET);
  const isCut = start + SNIPPET < text.length;
  const end = isCut ? Math.max(rest.lastIndexOf(" "), SNIPPET / 2) : rest.length;
  const plain = rest.slice(0, end).replaceAll(/\s+/g, " ").trim();
  return `${start > 0 ? "… " : ""}${plain}${isCut ? " …" : ""}`;
}
