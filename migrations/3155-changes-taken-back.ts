import type { Kysely } from "kysely";

/**
 * By which change of history visitors were told something: taking that one back takes back what they
 * were told. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("publicChanges").addColumn("changeId", "text").execute();
}
