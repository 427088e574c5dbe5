import type { Kysely } from "kysely";

/** The own order of the Documents section. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("productPages").addColumn("documentOrderJson", "text").execute();
}
