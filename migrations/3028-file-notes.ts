import type { Kysely } from "kysely";

/** What staff and readers are told of a file, as it was found when its text was read. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("documentTexts")
    .addColumn("notes", "text", (c) => c.notNull().defaultTo(""))
    .execute();
}
