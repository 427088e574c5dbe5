import type { Kysely } from "kysely";

/**
 * That an installation is being moved to another place, or was. Frozen: later changes are later
 * files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("moves")
    .addColumn("state", "text", (c) => c.primaryKey().notNull())
    .addColumn("place", "text", (c) => c.notNull())
    .addColumn("keyId", "text", (c) => c.notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .execute();
}
