import type { Kysely } from "kysely";

/** Answered questionnaires that were released to their accounts. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("questionnaireReleases")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("questionnaireId", "text", (c) => c.notNull())
    .addColumn("accountId", "text", (c) => c.notNull())
    .addColumn("blobHash", "text")
    .addColumn("fileName", "text", (c) => c.notNull())
    .addColumn("releasedAt", "text", (c) => c.notNull())
    .addColumn("releasedBy", "text", (c) => c.notNull())
    .addColumn("replacedAt", "text")
    .addColumn("withdrawnAt", "text")
    .addColumn("withdrawnBy", "text")
    .addPrimaryKeyConstraint("questionnaireReleases_pk", ["orgId", "id"])
    .addForeignKeyConstraint(
      "questionnaireReleases_fk_1",
      ["orgId", "questionnaireId"],
      "questionnaires",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "questionnaireReleases_fk_2",
      ["orgId", "accountId"],
      "accounts",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint("questionnaireReleases_fk_3", ["orgId", "blobHash"], "blobs", [
      "orgId",
      "hash",
    ])
    .execute();
  await db.schema
    .createIndex("questionnaireReleases_of")
    .on("questionnaireReleases")
    .columns(["orgId", "questionnaireId"])
    .execute();
  await db.schema
    .createIndex("questionnaireReleases_account")
    .on("questionnaireReleases")
    .columns(["orgId", "accountId"])
    .execute();
  await db.schema
    .createIndex("questionnaireReleases_blob")
    .on("questionnaireReleases")
    .columns(["orgId", "blobHash"])
    .execute();
}
