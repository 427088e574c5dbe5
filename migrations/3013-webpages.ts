import type { Kysely } from "kysely";

/** Pages of the company's own site that its portal's search finds, and the last reading of them. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webpages")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("url", "text", (c) => c.notNull())
    .addColumn("title", "text")
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("bytes", "integer", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("readAt", "text")
    .addColumn("failedAt", "text")
    .addColumn("fault", "text")
    .addColumn("nightsMissing", "integer", (c) => c.notNull())
    .addColumn("addedAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("webpages_pk", ["orgId", "id"])
    .addUniqueConstraint("webpages_url", ["orgId", "url"])
    .addForeignKeyConstraint("webpages_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createTable("webpageReadings")
    .addColumn("orgId", "text", (c) => c.primaryKey())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("startedAt", "text", (c) => c.notNull())
    .addColumn("endedAt", "text")
    .addForeignKeyConstraint("webpageReadings_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
}
