import type { Kysely } from "kysely";

/**
 * What staff changed, with what was there before and after. A product's number is kept without a foreign key:
 * its history outlives it. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("changes")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("productId", "text")
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .addColumn("actorName", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("subjectId", "text", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("summary", "text", (c) => c.notNull())
    .addColumn("beforeJson", "text")
    .addColumn("afterJson", "text")
    .addColumn("undoesId", "text")
    .addColumn("undoneAt", "text")
    .addColumn("undoneBy", "text")
    .addPrimaryKeyConstraint("changes_pk", ["orgId", "id"] as never)
    .addUniqueConstraint("changes_unique_1", ["orgId", "number"] as never)
    .addForeignKeyConstraint("changes_fk_1", ["orgId"] as never, "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("changes_by_product")
    .on("changes")
    .columns(["orgId", "productId", "number"])
    .execute();
  await db.schema
    .createIndex("changes_by_subject")
    .on("changes")
    .columns(["orgId", "subject", "subjectId", "number"])
    .execute();
}
