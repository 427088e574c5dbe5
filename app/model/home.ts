/** The first page of the private area: what waits for this person, and what happened of late. */
export const HOME_PAGE = "/home";

/** Something that waits for staff, in words that were made on the server. */
export interface Waiting {
  /** How many; never 0. */
  count: number;
  /** '3 access requests'. */
  what: string;
  /** 'The oldest is from November 20, 2026'; null where age says nothing. */
  since: string | null;
  /** What to do about it, and where. */
  action: string;
  to: string;
}

/** One column of a picture: its name, and a number for each series. */
export interface Column {
  label: string;
  values: readonly number[];
  /** Where the things are that it counts. */
  to: string;
}

/** Numbers over time, drawn as columns of stacked series; the same numbers stand in a table. */
export interface Chart {
  title: string;
  series: readonly string[];
  columns: readonly Column[];
}

export interface RankingRow {
  label: string;
  value: number;
  to: string | null;
  /** It counts something else than the rows below it, so no bar compares it with theirs. */
  isApart?: boolean;
}

/** Rows with a bar each, the longest first. */
export interface Ranking {
  title: string;
  /** What the numbers count, for the head of the table. */
  unit: string;
  rows: readonly RankingRow[];
}

export const WEEKS = 8;
const WEEK_MS = 7 * 86_400_000;

/**
 * Which of the last weeks a moment is in: 0 is the oldest, WEEKS - 1 the one that ends now; null
 * for any other.
 * @param at ISO 8601
 */
export function weekOf(at: string, now: Date): number | null {
  const age = now.getTime() - Date.parse(at);
  const week = WEEKS - 1 - Math.floor(age / WEEK_MS);
  return age < 0 || week < 0 ? null : week;
}

/** The first moment of the oldest week. */
export function weeksBegin(now: Date): Date {
  return new Date(now.getTime() - WEEKS * WEEK_MS);
}

/** When each of the last weeks began, the oldest first. */
export function weekStarts(now: Date): Date[] {
  return Array.from(
    { length: WEEKS },
    (_, week) => new Date(now.getTime() - (WEEKS - week) * WEEK_MS),
  );
}

/** A number with its noun: '1 question', '3 questions'. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** How far ahead the picture of what is still good goes. */
export const VALIDITY_DAYS = 365;

/** How long a document is good. */
export interface Validity {
  id: string;
  name: string;
  /** Days from today; negative once it is over. */
  days: number;
  /** The last day, in words. */
  until: string;
}

/** Where the field in the header leads: what is found of the words in `q`. */
export const FIND_PAGE = "/home/find";

/** Something that was found: its name, what tells it from others of that name, and its page. */
export interface Found {
  label: string;
  about: string | null;
  to: string;
}

/** So many of a kind are listed. */
export const FOUND_OF_A_KIND = 5;

/** What was found of one kind: the first of them, and how many there are. */
export interface FoundGroup {
  title: string;
  rows: readonly Found[];
  total: number;
  /** Their list with this search; null where there is none. */
  all: string | null;
}
