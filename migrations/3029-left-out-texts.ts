import type { Kysely } from "kysely";

/** What reading a file's text left out. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("documentTexts").addColumn("leftOutJson", "text").execute();
}
