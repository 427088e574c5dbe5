import type { Kysely } from "kysely";

/**
 * Answers that a model is to draft: which wait for it, and who asked. Frozen: later changes are later
 * files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("questionnaireRows").addColumn("draftState", "text").execute();
  await db.schema.alterTable("questionnaireRows").addColumn("draftAskedBy", "text").execute();
  await db.schema
    .createIndex("questionnaireRows_drafts")
    .on("questionnaireRows")
    .columns(["draftState", "orgId"])
    .execute();
}
