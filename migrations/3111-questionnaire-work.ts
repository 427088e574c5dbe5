import type { Kysely } from "kysely";

/**
 * Who works on a question of a questionnaire, what the team notes at it, and who approved the answers.
 * Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("questionnaireRows").addColumn("assigneeId", "text").execute();
  await db.schema.alterTable("questionnaireRows").addColumn("note", "text").execute();
  await db.schema
    .createIndex("questionnaireRows_assignee")
    .on("questionnaireRows")
    .columns(["orgId", "assigneeId"])
    .execute();
  await db.schema.alterTable("questionnaires").addColumn("finishedByActor", "text").execute();
  await db.schema.alterTable("questionnaires").addColumn("approvedAt", "text").execute();
  await db.schema.alterTable("questionnaires").addColumn("approvedBy", "text").execute();
}
