import type { Kysely } from "kysely";

/** What visitors searched for, and how much they found. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("searchQueries")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("productId", "text", (c) => c.notNull())
    .addColumn("viewerKind", "text", (c) => c.notNull())
    .addColumn("term", "text", (c) => c.notNull())
    .addColumn("results", "integer", (c) => c.notNull())
    .addForeignKeyConstraint("searchQueries_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("searchQueries_by_time")
    .on("searchQueries")
    .columns(["orgId", "at"])
    .execute();
}
