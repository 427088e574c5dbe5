import type { Kysely } from "kysely";

/** The terms under which a rule let somebody in: a rule can be changed. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("accessRequests").addColumn("ruleTerms", "text").execute();
}
