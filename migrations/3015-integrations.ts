import type { Kysely } from "kysely";

/** What an item is connected to at another provider, and the last reading from there. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("items").addColumn("integrationJson", "text").execute();
  await db.schema
    .createTable("integrationReadings")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("productId", "text", (c) => c.notNull())
    .addColumn("itemUid", "text", (c) => c.notNull())
    .addColumn("page", "text", (c) => c.notNull())
    .addColumn("readingJson", "text")
    .addColumn("readAt", "text")
    .addColumn("failedAt", "text")
    .addColumn("askedAt", "text")
    .addColumn("example", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("integrationReadings_pk", ["orgId", "productId", "itemUid"])
    .addForeignKeyConstraint(
      "integrationReadings_fk_1",
      ["orgId", "productId", "itemUid"],
      "items",
      ["orgId", "productId", "uid"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
}
