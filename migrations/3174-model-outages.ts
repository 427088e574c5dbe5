import type { Kysely } from "kysely";

/**
 * Models that don't respond: until when they are asked nothing. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("modelOutages")
    .addColumn("model", "text", (c) => c.notNull())
    .addColumn("failures", "integer", (c) => c.notNull())
    .addColumn("retryAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("modelOutages_pk", ["model"])
    .execute();
}
