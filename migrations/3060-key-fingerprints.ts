import type { Kysely } from "kysely";

/**
 * By which key the database is read, where the key does not lie beside it. Frozen: later changes
 * are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("installationKeys")
    .addColumn("keyId", "text", (c) => c.notNull())
    .addColumn("notedAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("installationKeys_pk", ["keyId"])
    .execute();
}
