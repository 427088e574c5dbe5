import type { Kysely } from "kysely";

/**
 * Documents that are answered questionnaires, and the answers of each of their versions with the
 * entries that they use. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("standingQuestionnaires")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("documentId", "text", (c) => c.notNull())
    .addColumn("questionnaireId", "text", (c) => c.notNull())
    .addColumn("format", "text", (c) => c.notNull())
    .addColumn("shape", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("standingQuestionnaires_pk", ["orgId", "documentId"])
    .addForeignKeyConstraint(
      "standingQuestionnaires_fk_1",
      ["orgId", "documentId"],
      "documents",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("standingQuestionnaires_of")
    .on("standingQuestionnaires")
    .columns(["orgId", "questionnaireId"])
    .execute();
  await db.schema
    .createTable("standingAnswers")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("documentId", "text", (c) => c.notNull())
    .addColumn("versionHash", "text", (c) => c.notNull())
    .addColumn("place", "integer", (c) => c.notNull())
    .addColumn("sheet", "text", (c) => c.notNull())
    .addColumn("sheetRow", "integer", (c) => c.notNull())
    .addColumn("answerColumn", "integer", (c) => c.notNull())
    .addColumn("commentColumn", "integer")
    .addColumn("allowedJson", "text")
    .addColumn("section", "text", (c) => c.notNull())
    .addColumn("externalId", "text", (c) => c.notNull())
    .addColumn("question", "text", (c) => c.notNull())
    .addColumn("answer", "text", (c) => c.notNull())
    .addColumn("comment", "text", (c) => c.notNull())
    .addColumn("sourceNoun", "text")
    .addColumn("sourceId", "text")
    .addColumn("sourceSaid", "text")
    .addColumn("sourceFor", "text")
    .addPrimaryKeyConstraint("standingAnswers_pk", ["orgId", "documentId", "versionHash", "place"])
    .addForeignKeyConstraint(
      "standingAnswers_fk_1",
      ["orgId", "documentId"],
      "standingQuestionnaires",
      ["orgId", "documentId"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
}
