import { expressionBuilder, sql, type Expression, type RawBuilder, type SqlBool } from "kysely";
import type { Permission } from "#model/auth/permissions.ts";
import { pattern } from "#db/patterns.ts";
import type { Reader } from "#db/store.ts";
import type { Found } from "#model/home.ts";

/** The company that is searched, and for what. */
export interface Sought {
  org: { id: string; slug: string };
  /** In lower case; each has to be somewhere in a name. */
  words: readonly string[];
  /** What was typed, for the lists that are searched by it. */
  typed: string;
}

/** What was found of one kind: the first of them, how many there are, and their list. */
export interface FoundOfKind {
  rows: Found[];
  total: number;
  /** The list with its search; null where there is none. */
  all: string | null;
}

/** One kind of thing, who may open it, and how it is found. */
export interface FoundKind {
  title: string;
  permission: Permission;
  find: (db: Reader, sought: Sought) => Promise<FoundOfKind>;
}

/**
 * Whether each word is somewhere in one of the columns. LIKE folds the case of Latin letters
 * alone: a word with others is asked for in both cases.
 */
export function named(words: readonly string[], columns: readonly string[]): RawBuilder<SqlBool> {
  const each = words.map((word) => {
    const ways = [...new Set(/^[\0-\x7f]*$/.test(word) ? [word] : [word, word.toUpperCase()])];
    const somewhere = columns.flatMap((column) =>
      ways.map((way) => isLike(sql.ref(column), pattern("", way, ""))),
    );
    return sql<SqlBool>`(${sql.join(somewhere, sql` or `)})`;
  });
  return sql<SqlBool>`${sql.join(each, sql` and `)}`;
}

/** What parts the words of names and of files. */
const PARTS = ["-", "_", ".", ",", ":", "(", ")", "/"];

/**
 * How many of the words a column has whole: 'SOC 2' is a SOC 2 report before it is a SOC 1 report of
 * 2026. To be sorted by, the most first.
 */
export function wholeWords(words: readonly string[], column: string): RawBuilder<number> {
  const parted = PARTS.reduce(
    (text, part) => sql`replace(${text}, ${part}, ' ')`,
    sql`${sql.ref(column)}`,
  );
  const each = words.map((word) => {
    const isThere = isLike(sql`(' ' || ${parted} || ' ')`, pattern("", ` ${word} `, ""));
    return sql`case when ${isThere} then 1 else 0 end`;
  });
  return sql<number>`(${sql.join(each, sql` + `)})`;
}

function isLike(text: RawBuilder<unknown>, like: RawBuilder<string>): Expression<SqlBool> {
  return expressionBuilder<never, never>()(text, "like", like);
}

/** The number of all rows of a grouped or plain query, beside those that its limit leaves. */
export const TOTAL = sql<number>`count(*) over ()`.as("total");

export const totalOf = (rows: readonly { total: number }[]) => Number(rows[0]?.total ?? 0);

export const listed = (path: string, typed: string, more: Readonly<Record<string, string>> = {}) =>
  `${path}?${new URLSearchParams({ ...more, q: typed }).toString()}`;
