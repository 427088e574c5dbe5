import type { Kysely } from "kysely";

/**
 * What a product says of itself under the Cyber Resilience Act. Frozen: later changes are later
 * files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("products").addColumn("craJson", "text").execute();
}
