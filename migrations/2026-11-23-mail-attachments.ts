import type { Kysely } from "kysely";

/** Files that go with a mail, each named by the record that it is of; the bytes stay where that record has them. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("outboxAttachments")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("mailId", "text", (c) => c.notNull())
    .addColumn("signatureId", "text", (c) => c.notNull())
    .addColumn("fileName", "text", (c) => c.notNull())
    .addColumn("size", "integer", (c) => c.notNull())
    .addColumn("failingSince", "text")
    .addColumn("leftOut", "text")
    .addPrimaryKeyConstraint("outboxAttachments_pk", ["mailId", "signatureId"])
    .addForeignKeyConstraint(
      "outboxAttachments_fk_1",
      ["mailId"] as never,
      "outbox",
      ["id"],
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "outboxAttachments_fk_2",
      ["orgId", "signatureId"] as never,
      "ndaSignatures",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("outboxAttachments_signature")
    .on("outboxAttachments")
    .columns(["orgId", "signatureId"])
    .execute();
}
