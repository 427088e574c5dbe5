import type { Kysely } from "kysely";

/**
 * Tries that all processes of an installation count together, in the columns and the order that the
 * library of limits writes. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("rateLimits")
    .addColumn("key", "text", (c) => c.primaryKey().notNull())
    .addColumn("points", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("expire", "integer")
    .execute();
  await db.schema.createIndex("rateLimits_by_end").on("rateLimits").columns(["expire"]).execute();
}
