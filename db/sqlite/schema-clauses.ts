import { sql, type Kysely } from "kysely";

/**
 * What a database's schema says, clause by clause: columns, keys, indexes and triggers, each with
 * its table. The order of columns does not count: one that was added later stands behind the
 * others.
 */
export async function schemaClauses<T>(db: Kysely<T>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_master
    where sql is not null and name not like 'sqlite_%' and name not like 'kysely_%'`.execute(db);
  return new Set(
    rows.flatMap(({ type, name, sql: text }) => {
      const plain = text.replace(/\s+/g, " ").trim();
      const from = plain.indexOf("(");
      if (type !== "table" || from === -1) return [plain];
      const inner = plain.slice(from + 1, plain.lastIndexOf(")"));
      return [name, ...topLevelParts(inner).map((clause) => `${name}: ${clause}`)];
    }),
  );
}

/** The parts between the commas that stand in no brackets and no quotes. */
function topLevelParts(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'" || character === "`") quote = character;
    else if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    else if (character === "," && depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, text.slice(from).trim()];
}
