import type { Kysely } from "kysely";

/**
 * What people follow of a portal: a member, or a subscriber with a confirmed address. Frozen: later
 * changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("follows")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("memberId", "text")
    .addColumn("subscriberId", "text")
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("productId", "text")
    .addColumn("thingId", "text", (c) => c.notNull())
    .addColumn("pace", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("follows_pk", ["orgId", "id"])
    .addForeignKeyConstraint(
      "follows_fk_1",
      ["orgId", "memberId"],
      "members",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "follows_fk_2",
      ["orgId", "subscriberId"],
      "subscribers",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "follows_fk_3",
      ["orgId", "productId"],
      "products",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint("follows_fk_4", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("follows_member")
    .on("follows")
    .columns(["orgId", "memberId"])
    .execute();
  await db.schema
    .createIndex("follows_subscriber")
    .on("follows")
    .columns(["orgId", "subscriberId"])
    .execute();
}
