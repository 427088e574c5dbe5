import type { Kysely } from "kysely";

/** The guided starts of new orgs: what was skipped, and when it ended. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("guidedStarts")
    .addColumn("orgId", "text", (c) => c.notNull().primaryKey())
    .addColumn("begunAt", "text", (c) => c.notNull())
    .addColumn("skippedJson", "text", (c) => c.notNull())
    .addColumn("endedAt", "text")
    .addColumn("endedBy", "text")
    .addForeignKeyConstraint("guidedStarts_fk_1", ["orgId"] as never, "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
}
