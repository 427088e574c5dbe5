import type { Kysely } from "kysely";

/**
 * How many pages of a company's portal were opened on a day: a number, and nothing of who did.
 * Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pageViews")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("views", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("pageViews_pk", ["orgId", "day"])
    .addForeignKeyConstraint("pageViews_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
}
