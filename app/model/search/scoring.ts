import {
  SEARCH_TYPES,
  SEARCHED_FIELDS,
  type RecordAccess,
  type SearchedField,
  type SearchedTexts,
  type SearchRecord,
} from "../search.ts";

/**
 * Finds records by words, on the server and in a browser alike. How well a record answers is said
 * by the record, the question and the viewer's own records, never by what else is in the index: so what
 * a viewer may not see changes neither what they find nor its order.
 */

/** A word in a title says more than one in a question, in an explanation, in a text. */
export const WEIGHT: Readonly<Record<SearchedField, number>> = {
  title: 8,
  question: 6,
  explanation: 3,
  topic: 2,
  text: 1,
};

/** Each field by a bit of its own: a record's fields that have a word are one number. */
export const BITS: Readonly<Record<SearchedField, number>> = {
  title: 1,
  question: 2,
  explanation: 4,
  topic: 8,
  text: 16,
};
/** The fields that say what a record is called. */
const NAMED = BITS.title | BITS.question;

/** How sure a word is: as it stands, by another term for it, by its beginning, by one typo. */
export const SURE = { exact: 1, same: 0.8, prefix: 0.7, typo: 0.4 } as const;

/** One result of a question. */
export interface Match<Kept extends SearchedTexts = SearchRecord> {
  record: Kept;
  /** `title`: the viewer sees no more of it. */
  access: Exclude<RecordAccess, "absent">;
  score: number;
  /** The stems of the record's words that the question found, for marking. */
  found: ReadonlySet<string>;
}

/** What the parts of a question found in one record. */
export interface Tally<Kept extends SearchedTexts = SearchedTexts> {
  record: Kept;
  access: Exclude<RecordAccess, "absent">;
  /** The best of each part, by its place in the question. */
  best: number[];
  /** How sure each part is of what the record is called; 0 where it is not in that. */
  named: number[];
  /** Stems of the record's words, some of them twice. */
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

/** The weightiest of a record's fields that the viewer may read. @param bits the fields */
export function fieldIn(bits: number, access: Tally["access"]): SearchedField | undefined {
  return SEARCHED_FIELDS.find((one) => (bits & BITS[one]) > 0 && mayRead(one, access));
}

/** The weight of a word that stands in these fields of a record; 0 where the viewer may read none. */
export function weightOf(bits: number, access: Tally["access"]): number {
  const field = fieldIn(bits, access);
  return field === undefined ? 0 : WEIGHT[field];
}

/** Notes that a record answers a part of the question. @param weight of the field and its sureness */
export function note(
  tally: Tally,
  place: number,
  weight: number,
  sure: number,
  bits: number,
): void {
  tally.best[place] = Math.max(tally.best[place] ?? 0, weight * sure);
  if ((bits & NAMED) > 0) tally.named[place] = Math.max(tally.named[place] ?? 0, sure);
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
