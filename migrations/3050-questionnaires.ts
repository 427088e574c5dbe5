import type { Kysely } from "kysely";

/**
 * Questionnaires that customers send, and the answers to their questions. Frozen: later changes are
 * later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("questionnaires")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("fileName", "text", (c) => c.notNull())
    .addColumn("blobHash", "text")
    .addColumn("format", "text", (c) => c.notNull())
    .addColumn("shape", "text", (c) => c.notNull())
    .addColumn("fingerprint", "text", (c) => c.notNull())
    .addColumn("layoutJson", "text")
    .addColumn("accountId", "text")
    .addColumn("productId", "text")
    .addColumn("dueOn", "text")
    .addColumn("note", "text")
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.notNull())
    .addColumn("finishedAt", "text")
    .addColumn("finishedBy", "text")
    .addPrimaryKeyConstraint("questionnaires_pk", ["orgId", "id"])
    .addForeignKeyConstraint("questionnaires_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint("questionnaires_fk_2", ["orgId", "blobHash"], "blobs", [
      "orgId",
      "hash",
    ])
    .addForeignKeyConstraint("questionnaires_fk_3", ["orgId", "accountId"], "accounts", [
      "orgId",
      "id",
    ])
    .execute();
  await db.schema
    .createIndex("questionnaires_print")
    .on("questionnaires")
    .columns(["orgId", "fingerprint"])
    .execute();
  await db.schema
    .createIndex("questionnaires_blob")
    .on("questionnaires")
    .columns(["orgId", "blobHash"])
    .execute();
  await db.schema
    .createTable("questionnaireRows")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("questionnaireId", "text", (c) => c.notNull())
    .addColumn("place", "integer", (c) => c.notNull())
    .addColumn("sheet", "text", (c) => c.notNull())
    .addColumn("sheetRow", "integer", (c) => c.notNull())
    .addColumn("section", "text", (c) => c.notNull())
    .addColumn("externalId", "text", (c) => c.notNull())
    .addColumn("question", "text", (c) => c.notNull())
    .addColumn("questionKey", "text", (c) => c.notNull())
    .addColumn("answerColumn", "integer", (c) => c.notNull())
    .addColumn("commentColumn", "integer")
    .addColumn("allowedJson", "text")
    .addColumn("proposalsJson", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("answer", "text", (c) => c.notNull())
    .addColumn("comment", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("changedAt", "text")
    .addColumn("changedBy", "text")
    .addPrimaryKeyConstraint("questionnaireRows_pk", ["orgId", "id"])
    .addUniqueConstraint("questionnaireRows_place", ["orgId", "questionnaireId", "place"])
    .addForeignKeyConstraint(
      "questionnaireRows_fk_1",
      ["orgId", "questionnaireId"],
      "questionnaires",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("questionnaireRows_key")
    .on("questionnaireRows")
    .columns(["orgId", "questionKey"])
    .execute();
}
