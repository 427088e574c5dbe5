import type { Kysely } from "kysely";

/**
 * New versions of documents that were sent and wait to be published. Frozen: later changes are
 * later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("stagedVersions")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("documentId", "text", (c) => c.notNull())
    .addColumn("contentType", "text", (c) => c.notNull())
    .addColumn("encryptedType", "text")
    .addPrimaryKeyConstraint("stagedVersions_pk", ["orgId", "id"])
    .addForeignKeyConstraint(
      "stagedVersions_fk_1",
      ["orgId", "id"],
      "stagedFiles",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "stagedVersions_fk_2",
      ["orgId", "documentId"],
      "documents",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("stagedVersions_document")
    .on("stagedVersions")
    .columns(["orgId", "documentId"])
    .execute();
}
