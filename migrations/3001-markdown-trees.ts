import type { Kysely } from "kysely";

/** Texts in Markdown as they were laid out when they were saved, by what they say. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("markdownTrees")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("source", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("fault", "text")
    .addColumn("size", "integer", (c) => c.notNull())
    .addColumn("treeJson", "text")
    .addColumn("usedOn", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("markdownTrees_pk", ["orgId", "source"])
    .addForeignKeyConstraint("markdownTrees_fk_1", ["orgId"] as never, "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("markdownTrees_fault")
    .on("markdownTrees")
    .columns(["orgId", "fault"])
    .execute();
}
