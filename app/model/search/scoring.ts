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
  otherTitles: 4,
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
  otherTitles: 32,
};
/** The bits of the fields that say what a record is called. */
export const NAMING = BITS.title | BITS.question;

/** How sure a word is: as it stands, by another term for it, by its beginning, by one typo. */
export const SURE = { exact: 1, same: 0.8, prefix: 0.7, typo: 0.4 } as const;

/** One result of a question. */
export interface Match<Kept extends SearchedTexts = SearchRecord> {
  record: Kept;
  /** `title`: the viewer sees no more of it. */
  access: Readable;
  score: number;
  /** The stems of the record's words that the question found, for marking. */
  found: ReadonlySet<string>;
}

/** A match before it is among those that are handed out, with the slot of its record. */
export type Answer<Kept extends SearchedTexts = SearchedTexts> = Omit<Match<Kept>, "found"> & {
  slot: number;
};

/** What a viewer may have of a record that is not absent. */
export type Readable = Exclude<RecordAccess, "absent">;

/** Who sees the title alone finds by the title alone, and by what else it is called. */
export function mayRead(field: SearchedField, access: Readable): boolean {
  return access === "open" || field === "title" || field === "otherTitles";
}

/** The weightiest of a record's fields that the viewer may read. @param bits the fields */
export function fieldIn(bits: number, access: Readable): SearchedField | undefined {
  return SEARCHED_FIELDS.find((one) => (bits & BITS[one]) > 0 && mayRead(one, access));
}

/** The weight of a word that stands in these fields of a record; 0 where the viewer may read none. */
export function weightOf(bits: number, access: Readable): number {
  return WEIGHTS[access][bits] ?? 0;
}

/** The weights of all fields that there are together, by their bits. */
const WEIGHTS: Readonly<Record<Readable, readonly number[]>> = {
  open: weightsFor("open"),
  title: weightsFor("title"),
};

function weightsFor(access: Readable): number[] {
  const all = Object.values(BITS).reduce((sum, bit) => sum | bit, 0);
  return Array.from({ length: all + 1 }, (_, bits) => {
    const field = fieldIn(bits, access);
    return field === undefined ? 0 : WEIGHT[field];
  });
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
