import type { Kysely } from "kysely";

/**
 * What became of an edited answer once its questionnaire was finished: an entry of the FAQ, or nothing.
 * Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("questionnaireRows").addColumn("keptAs", "text").execute();
  await db.schema.alterTable("questionnaireRows").addColumn("keptEntryId", "text").execute();
}
