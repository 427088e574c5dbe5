import type { Kysely } from "kysely";

/** Tools of others that members send a trust center's data to, and the tokens that open it. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("partners")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("domain", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("partners_pk", ["orgId", "id"])
    .addUniqueConstraint("partners_domain", ["orgId", "domain"])
    .addForeignKeyConstraint("partners_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createTable("partnerTokens")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("partnerId", "text", (c) => c.notNull())
    .addColumn("accountId", "text", (c) => c.notNull())
    .addColumn("memberId", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addColumn("revokedAt", "text")
    .addColumn("lastReadAt", "text")
    .addColumn("reads", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("partnerTokens_pk", ["orgId", "id"])
    .addForeignKeyConstraint(
      "partnerTokens_fk_1",
      ["orgId", "partnerId"],
      "partners",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "partnerTokens_fk_2",
      ["orgId", "accountId"],
      "accounts",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "partnerTokens_fk_3",
      ["orgId", "memberId"],
      "members",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("partnerTokens_account")
    .on("partnerTokens")
    .columns(["orgId", "accountId", "createdAt"])
    .execute();
  await db.schema
    .createIndex("partnerTokens_partner")
    .on("partnerTokens")
    .columns(["orgId", "partnerId"])
    .execute();
  await db.schema
    .createIndex("partnerTokens_member")
    .on("partnerTokens")
    .columns(["orgId", "memberId"])
    .execute();
}
