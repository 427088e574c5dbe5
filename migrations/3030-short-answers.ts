import type { Kysely } from "kysely";

/** What FAQ entries and controls say in a word. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["faqEntries", "controls"])
    await db.schema.alterTable(table).addColumn("shortAnswer", "text").execute();
}
