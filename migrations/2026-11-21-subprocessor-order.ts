import type { Kysely } from "kysely";

/** An own order of the subprocessors of a product; without one they stand by name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("subprocessors").addColumn("position", "integer").execute();
}
