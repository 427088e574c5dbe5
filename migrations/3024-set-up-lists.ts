import type { Kysely } from "kysely";

/** Which companies have put their set-up list away. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("setUpLists")
    .addColumn("orgId", "text", (c) => c.primaryKey().references("orgs.id").onDelete("cascade"))
    .addColumn("hiddenAt", "text")
    .execute();
}
