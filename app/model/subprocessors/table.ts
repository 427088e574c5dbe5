import type { DoraFacts } from "#model/settings/dora.ts";
import { registerLines } from "#model/settings/dora-lines.ts";
import { sortKey, wordsAsked } from "#values/names.ts";
import { countriesIn, placeName } from "./places.ts";

/** The columns of the subprocessor table, as visitors sort it. */
export const SUBPROCESSOR_COLUMNS = [
  { field: "company", label: "Company" },
  { field: "purpose", label: "Purpose" },
  { field: "location", label: "Location" },
  { field: "additionalDetails", label: "Additional Details" },
] as const;

export type SubprocessorColumn = (typeof SUBPROCESSOR_COLUMNS)[number]["field"];

/** A column to sort by; null is the list's own order. */
export interface SubprocessorSort {
  column: SubprocessorColumn;
  descending: boolean;
}

/**
 * What an address says: a column's name, `-` in front of it for the other way round; null for
 * anything else.
 */
export function subprocessorSort(text: string | null): SubprocessorSort | null {
  const descending = text?.startsWith("-") === true;
  const name = descending ? text?.slice(1) : text;
  const column = SUBPROCESSOR_COLUMNS.find(({ field }) => field === name)?.field;
  return column === undefined ? null : { column, descending };
}

/** As `subprocessorSort` reads it. */
export function subprocessorSortText(sort: SubprocessorSort | null): string | null {
  return sort === null ? null : `${sort.descending ? "-" : ""}${sort.column}`;
}

/** What a row says, before anybody looks at its logo. */
export type SubprocessorTexts = { id: string; dora: DoraFacts | null } & Record<
  SubprocessorColumn,
  string | null
>;

export interface SubprocessorPage {
  /** Of the rows of this page, in their order. */
  ids: string[];
  page: number;
  pages: number;
  /** All rows that match. */
  count: number;
  /** The columns that have a value in any of them. */
  columns: SubprocessorColumn[];
  /** The countries that rows name which match the search, most often named first. */
  places: { code: string; name: string; count: number }[];
}

/** Rows of one page at most. */
const PAGE_ROWS = 100;
/**
 * What the rows of one page may come to as HTML, in bytes: with what stands around them less than
 * 300 KB.
 */
const PAGE_BYTES = 180_000;
/** A row's marks and its logo, and the names of its cells. */
const ROW_BYTES = 1_000;
/** The marks of a line of its facts for registers. */
const LINE_BYTES = 150;

/**
 * One page of a list of subprocessors: those that contain all searched words in any column and name
 * the country asked for, sorted, and as many of them as a page holds. A generator, since a list can have ten thousand rows: it
 * yields after each.
 * @param rows in the list's own order
 * @param asked from 1; beyond the last one is the last one
 */
export function* subprocessorPage(
  rows: readonly SubprocessorTexts[],
  {
    search,
    sort,
    page: asked,
    place: country = null,
  }: { search: string; sort: SubprocessorSort | null; page: number; place?: string | null },
): Generator<void, SubprocessorPage, void> {
  const words = wordsAsked(search);
  const named = new Map<string, number>();
  const columns = new Set<SubprocessorColumn>();
  const found: { row: SubprocessorTexts; key: string; place: number }[] = [];
  for (const [place, row] of rows.entries()) {
    yield;
    const filled = SUBPROCESSOR_COLUMNS.map(({ field }) => field).filter((field) => row[field]);
    const text = [...filled.map((field) => row[field]), ...registerWords(row)]
      .join("\n")
      .toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const countries = countriesIn(row.location);
    for (const code of countries) named.set(code, (named.get(code) ?? 0) + 1);
    if (country !== null && !countries.includes(country)) continue;
    for (const field of filled) columns.add(field);
    found.push({ row, key: sort === null ? "" : sortKey(row[sort.column] ?? ""), place });
  }
  if (sort !== null) found.sort((a, b) => inOrder(a, b, sort.descending));
  const starts = [0];
  let bytes = 0;
  for (const [place, { row }] of found.entries()) {
    yield;
    const own = htmlBytes(row);
    const first = starts.at(-1) ?? 0;
    if (place > first && (bytes + own > PAGE_BYTES || place - first === PAGE_ROWS)) {
      starts.push(place);
      bytes = 0;
    }
    bytes += own;
  }
  const page = Math.min(Math.max(1, asked), starts.length);
  return {
    ids: found.slice(starts[page - 1], starts[page]).map(({ row }) => row.id),
    page,
    pages: starts.length,
    count: found.length,
    columns: SUBPROCESSOR_COLUMNS.map(({ field }) => field).filter((field) => columns.has(field)),
    places: [...named]
      .map(([code, count]) => ({ code, name: placeName(code), count }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)),
  };
}

/**
 * Rows that say nothing in a column come last, whichever way it is sorted; the same words keep the
 * list's order.
 */
function inOrder(
  a: { key: string; place: number },
  b: { key: string; place: number },
  descending: boolean,
): number {
  if (a.key === b.key) return a.place - b.place;
  if (a.key === "") return 1;
  if (b.key === "") return -1;
  return a.key < b.key !== descending ? -1 : 1;
}

/** What a row says to registers of information, in the words in which it is shown. */
function registerWords({ dora }: SubprocessorTexts): string[] {
  if (dora === null) return [];
  return registerLines(dora).flatMap(({ label, column, values }) => [
    label,
    column ?? "",
    ...values,
  ]);
}

const encoder = new TextEncoder();

/**
 * What a row comes to where its texts stand twice: in the table, and in the data that staff's pages
 * carry.
 */
function htmlBytes(row: SubprocessorTexts): number {
  const register = registerWords(row);
  const text = [...SUBPROCESSOR_COLUMNS.map(({ field }) => row[field] ?? ""), ...register].join("");
  const marks = text.match(/["'&<>\n\\]/g)?.length ?? 0;
  return ROW_BYTES + register.length * LINE_BYTES + 2 * (encoder.encode(text).length + 5 * marks);
}
