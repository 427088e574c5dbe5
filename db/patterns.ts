import { sql, type RawBuilder } from "kysely";

/**
 * The right side of every `like`: texts that follow each other with anything in between. Whatever
 * they hold stands for itself. The case of letters from A to Z doesn't count, on any engine; that of
 * others, such as ü, does.
 *
 * `eb("email", "like", pattern("", word, ""))` finds the word anywhere, `pattern("page:", "")` what
 * begins so, `pattern("", "@corp.example")` what ends so.
 */
export function pattern(...parts: readonly string[]): RawBuilder<string> {
  return sql<string>`${parts.map(escaped).join("%")} escape '\\'`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}

/** Whether a text holds another one, letter by letter, as `instr` says it on every engine. */
export function holds(text: RawBuilder<unknown>, part: unknown): RawBuilder<boolean> {
  return sql<boolean>`instr(${text}, ${part}) > 0`;
}
