import type { Kysely } from "kysely";

/** What rows are called in content folders, and files that wait for the next step of an import. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("contentUids")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("noun", "text", (c) => c.notNull())
    .addColumn("uid", "text", (c) => c.notNull())
    .addColumn("rowId", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("contentUids_pk", ["orgId", "noun", "uid"])
    .addUniqueConstraint("contentUids_unique_1", ["orgId", "noun", "rowId"])
    .addForeignKeyConstraint("contentUids_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createTable("stagedFiles")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("purpose", "text", (c) => c.notNull())
    .addColumn("fileName", "text", (c) => c.notNull())
    .addColumn("blobHash", "text", (c) => c.notNull())
    .addColumn("size", "integer", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("stagedFiles_pk", ["orgId", "id"])
    .addForeignKeyConstraint("stagedFiles_fk_1", ["orgId", "blobHash"], "blobs", ["orgId", "hash"])
    .execute();
  await db.schema
    .createIndex("stagedFiles_by_createdAt")
    .on("stagedFiles")
    .columns(["createdAt"])
    .execute();
}
