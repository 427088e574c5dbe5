import type { Kysely } from "kysely";

/**
 * What a bucket can't say of a stored file: who is about to store, name or remove it. Frozen: later
 * changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("blobMarks")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("touchedAt", "text")
    .addColumn("removingSince", "text")
    .addColumn("strayedAt", "text")
    .addPrimaryKeyConstraint("blobMarks_pk", ["orgId", "hash"])
    .execute();
}
