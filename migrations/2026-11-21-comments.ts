import type { Kysely } from "kysely";

/**
 * Conversations about items: one thread an item and account. No key leads to the item: a deleted item that is
 * brought back finds its thread again. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("comments")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("accountId", "text", (c) => c.notNull())
    .addColumn("productId", "text", (c) => c.notNull())
    .addColumn("itemUid", "text", (c) => c.notNull())
    .addColumn("memberId", "text")
    .addColumn("staffId", "text")
    .addColumn("staffName", "text")
    .addColumn("content", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("settledAt", "text")
    .addColumn("settledBy", "text")
    .addPrimaryKeyConstraint("comments_pk", ["orgId", "id"])
    .addForeignKeyConstraint(
      "comments_fk_1",
      ["orgId", "accountId"],
      "accounts",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "comments_fk_2",
      ["orgId", "productId"],
      "products",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "comments_fk_3",
      ["orgId", "memberId"],
      "members",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("comments_by_thread")
    .on("comments")
    .columns(["orgId", "accountId", "productId", "itemUid", "createdAt"])
    .execute();
  await db.schema
    .createIndex("comments_by_member")
    .on("comments")
    .columns(["orgId", "memberId"])
    .execute();
}
