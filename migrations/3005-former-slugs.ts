import type { Kysely } from "kysely";

/**
 * Addresses that a company had and had to give up, so that they go on leading to it; and since when nothing
 * names a blob, so that its file is kept for a day from then on. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("formerSlugs")
    .addColumn("slug", "text", (c) => c.primaryKey().notNull())
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("endedAt", "text", (c) => c.notNull())
    .addForeignKeyConstraint("formerSlugs_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("formerSlugs_by_orgId")
    .on("formerSlugs")
    .columns(["orgId"])
    .execute();
  await db.schema.alterTable("blobs").addColumn("unnamedSince", "text").execute();
}
