import type { Kysely } from "kysely";

/**
 * Views and downloads: what an event says of a file, the traces that watermarks carry, and the copies that
 * were watermarked. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("events").addColumn("documentId", "text").execute();
  await db.schema.alterTable("events").addColumn("access", "text").execute();
  await db.schema.alterTable("events").addColumn("source", "text").execute();
  await db.schema.alterTable("events").addColumn("bytes", "integer").execute();
  await db.schema
    .createIndex("events_by_document")
    .on("events")
    .columns(["orgId", "documentId", "at"])
    .execute();

  await db.schema
    .createTable("traces")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("viewerKey", "text", (c) => c.notNull())
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("documentId", "text", (c) => c.notNull())
    .addColumn("versionHash", "text", (c) => c.notNull())
    .addColumn("documentName", "text", (c) => c.notNull())
    .addColumn("viewerKind", "text", (c) => c.notNull())
    .addColumn("name", "text")
    .addColumn("email", "text")
    .addColumn("organisation", "text")
    .addColumn("accountId", "text")
    .addColumn("memberId", "text")
    .addColumn("ip", "text")
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("traces_pk", ["orgId", "id"])
    .addUniqueConstraint("traces_unique_1", [
      "orgId",
      "documentId",
      "versionHash",
      "viewerKey",
      "day",
    ])
    .addForeignKeyConstraint("traces_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("traces_by_time")
    .on("traces")
    .columns(["orgId", "createdAt"])
    .execute();

  await db.schema
    .createTable("watermarkedCopies")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("traceId", "text", (c) => c.notNull())
    .addColumn("documentId", "text", (c) => c.notNull())
    .addColumn("versionHash", "text", (c) => c.notNull())
    .addColumn("viewerKey", "text", (c) => c.notNull())
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("blobHash", "text", (c) => c.notNull())
    .addColumn("size", "integer", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("watermarkedCopies_pk", ["orgId", "traceId"])
    .addForeignKeyConstraint(
      "watermarkedCopies_fk_1",
      ["orgId", "traceId"],
      "traces",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "watermarkedCopies_fk_2",
      ["orgId", "documentId"],
      "documents",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint("watermarkedCopies_fk_3", ["orgId", "blobHash"], "blobs", [
      "orgId",
      "hash",
    ])
    .execute();
  await db.schema
    .createIndex("watermarkedCopies_by_end")
    .on("watermarkedCopies")
    .columns(["expiresAt"])
    .execute();
}
