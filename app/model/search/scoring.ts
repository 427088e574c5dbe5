import type { SearchResult as Raw } from "minisearch";
import {
  SEARCH_TYPES,
  type RecordAccess,
  type SearchedField,
  type SearchedTexts,
  type SearchRecord,
} from "../search.ts";
import { wordOf } from "./index-keys.ts";
import { isOneLetter } from "./unspaced.ts";

/**
 * Finds records by words, on the server and in a browser alike. How well a record answers is said
 * by the record and the question alone, never by what else is in the index: so what a viewer may
 * not see changes neither what they find nor its order.
 */

/** A word in a title says more than one in a question, in an explanation, in a text. */
export const WEIGHT: Readonly<Record<SearchedField, number>> = {
  title: 8,
  question: 6,
  explanation: 3,
  text: 1,
};

/** How sure a word is: as it stands, by another term for it, by its beginning, by one typo. */
export const SURE = { exact: 1, same: 0.8, prefix: 0.7, typo: 0.4 } as const;

/** One result of a question. */
export interface Match<Kept extends SearchedTexts = SearchRecord> {
  record: Kept;
  /** `title`: the viewer sees no more of it. */
  access: Exclude<RecordAccess, "absent">;
  score: number;
  /** The folded words of the record that the question found, for marking. */
  found: ReadonlySet<string>;
}

/** What the parts of a question found in one record. */
export interface Tally<Kept extends SearchedTexts = SearchedTexts> {
  record: Kept;
  access: Exclude<RecordAccess, "absent">;
  /** The best of each part, by its place in the question. */
  best: number[];
  /** Words of the record, some of them twice. */
  found: string[];
}

/** A match before it is among those that are handed out. */
export type Answer<Kept extends SearchedTexts = SearchedTexts> = Omit<Match<Kept>, "found"> & {
  found: readonly string[];
};

/** Who sees the title alone finds by the title alone. */
export function mayRead(field: SearchedField, access: Tally["access"]): boolean {
  return access === "open" || field === "title";
}

/**
 * The weightiest way in which a record has a word, among the texts that the viewer may read; notes
 * how it is written.
 */
export function bestOf(raw: Raw, word: string, { access, found }: Tally): number {
  let best = 0;
  for (const key in raw.match) {
    const term = wordOf(key);
    const sure = term === word ? SURE.exact : term.startsWith(word) ? SURE.prefix : SURE.typo;
    let written = false;
    for (const field of raw.match[key] as SearchedField[]) {
      if (!mayRead(field, access)) continue;
      written = true;
      best = Math.max(best, WEIGHT[field] * sure);
    }
    // Of pairs that begin with a letter, the letter is what was found.
    if (written) found.push(term !== word && isOneLetter(word) ? word : term);
  }
  return best;
}

export function answered({ best }: Tally): number {
  return best.reduce((count, one) => count + Number(one > 0), 0);
}

/** The best first; equals by the order of the groups, then by their names. */
export function compareMatches(a: Answer, b: Answer): number {
  return (
    b.score - a.score ||
    (a.record.type === b.record.type
      ? 0
      : SEARCH_TYPES.indexOf(a.record.type) - SEARCH_TYPES.indexOf(b.record.type)) ||
    compare(a.record.title, b.record.title) ||
    compare(a.record.id, b.record.id)
  );
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The word with two neighbours swapped, once at each place: the typo that counts as two elsewhere.
 */
export function swapped(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).flatMap((letter, place) => {
    const before = letters[place] ?? "";
    if (letter === before) return [];
    return [[...letters.slice(0, place), letter, before, ...letters.slice(place + 2)].join("")];
  });
}
