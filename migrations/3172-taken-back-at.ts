import type { Kysely } from "kysely";

/**
 * When the change was made that visitors are told is undone: who heard of that one hears of this.
 * Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("publicChanges").addColumn("takesBackAt", "text").execute();
}
