import type { Kysely } from "kysely";

/**
 * At which paces somebody followed a thing lately: who was mailed of a change at one of them hears
 * that it is undone. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("follows").addColumn("earlierJson", "text").execute();
}
