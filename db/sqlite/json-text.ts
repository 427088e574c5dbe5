import { sql, type RawBuilder } from "kysely";

/*
 * What history's JSON says, asked where it lies: SQLite's own functions, which no other engine
 * calls so.
 */

/** The text at a path of a column of JSON: `jsonText("beforeJson", "row", "kind")`. */
export function jsonText(column: string, ...path: readonly string[]): RawBuilder<string> {
  return sql<string>`json_extract(${sql.ref(column)}, ${["$", ...path].join(".")})`;
}

/** Whether a column of JSON holds a text as one of its strings. */
export function jsonHolds(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`instr(${sql.ref(column)}, ${JSON.stringify(text)}) > 0`;
}
