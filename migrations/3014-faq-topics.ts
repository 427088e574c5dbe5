import type { Kysely } from "kysely";

/** What an FAQ entry is about, and more of where it comes from. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["topic", "sourceSubtype", "sourceName"])
    await db.schema.alterTable("faqEntries").addColumn(column, "text").execute();
}
