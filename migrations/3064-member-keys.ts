import type { Kysely } from "kysely";

/**
 * Keys by which members' programs read a portal. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("memberKeys")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("memberId", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("secretHash", "text", (c) => c.notNull().unique())
    .addColumn("start", "text", (c) => c.notNull())
    .addColumn("scopesJson", "text", (c) => c.notNull())
    .addColumn("productsJson", "text", (c) => c.notNull())
    .addColumn("networksJson", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addColumn("revokedAt", "text")
    .addColumn("revokedBy", "text")
    .addColumn("lastUsedAt", "text")
    .addColumn("lastIp", "text")
    .addColumn("seenNetworksJson", "text", (c) => c.notNull())
    .addColumn("toldNetworkAt", "text")
    .addColumn("remindedDays", "integer")
    .addPrimaryKeyConstraint("memberKeys_pk", ["orgId", "id"])
    .addForeignKeyConstraint(
      "memberKeys_fk_1",
      ["orgId", "memberId"],
      "members",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("memberKeys_member")
    .on("memberKeys")
    .columns(["orgId", "memberId"])
    .execute();
}
