import type { Kysely } from "kysely";

/**
 * What visitors are told has changed, written as it changes, and the day of a member's last visit.
 * Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("publicChanges")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("productId", "text", (c) => c.notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("thingId", "text", (c) => c.notNull())
    .addColumn("partId", "text")
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("wordsJson", "text", (c) => c.notNull())
    .addColumn("wasJson", "text", (c) => c.notNull())
    .addColumn("isJson", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("publicChanges_pk", ["orgId", "id"])
    .addForeignKeyConstraint(
      "publicChanges_fk_1",
      ["orgId", "productId"],
      "products",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("publicChanges_time")
    .on("publicChanges")
    .columns(["orgId", "productId", "at"])
    .execute();
  await db.schema
    .createTable("memberVisits")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("memberId", "text", (c) => c.notNull())
    .addColumn("productId", "text", (c) => c.notNull())
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("lastDay", "text")
    .addPrimaryKeyConstraint("memberVisits_pk", ["orgId", "memberId", "productId"])
    .addForeignKeyConstraint(
      "memberVisits_fk_1",
      ["orgId", "memberId"],
      "members",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "memberVisits_fk_2",
      ["orgId", "productId"],
      "products",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
}
