import type { Kysely } from "kysely";

/**
 * Signing in by a token of the company's own identity provider: how tokens are checked and what they give,
 * which company of the tokens is which account, and the tokens that were used. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("byoidSettings")
    .addColumn("orgId", "text", (c) => c.primaryKey())
    .addColumn("enabledAt", "text")
    .addColumn("issuer", "text", (c) => c.notNull())
    .addColumn("audience", "text", (c) => c.notNull())
    .addColumn("jwksUrl", "text")
    .addColumn("publicKey", "text")
    .addColumn("accountClaim", "text", (c) => c.notNull())
    .addColumn("profileId", "text", (c) => c.notNull())
    .addColumn("ndaRequired", "integer", (c) => c.notNull())
    .addColumn("expiresInDays", "integer")
    .addColumn("changedAt", "text", (c) => c.notNull())
    .addColumn("changedBy", "text", (c) => c.notNull())
    .addForeignKeyConstraint("byoidSettings_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint("byoidSettings_fk_2", ["orgId", "profileId"], "permissionProfiles", [
      "orgId",
      "id",
    ])
    .execute();
  await db.schema
    .createTable("byoidProducts")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("productId", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("byoidProducts_pk", ["orgId", "productId"])
    .addForeignKeyConstraint("byoidProducts_fk_1", ["orgId"], "byoidSettings", ["orgId"], (fk) =>
      fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "byoidProducts_fk_2",
      ["orgId", "productId"],
      "products",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createTable("byoidAccounts")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("company", "text", (c) => c.notNull())
    .addColumn("accountId", "text", (c) => c.notNull())
    .addColumn("linkedAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("byoidAccounts_pk", ["orgId", "company"])
    .addForeignKeyConstraint(
      "byoidAccounts_fk_1",
      ["orgId", "accountId"],
      "accounts",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createTable("byoidTokens")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("tokenHash", "text", (c) => c.notNull())
    .addColumn("usedAt", "text", (c) => c.notNull())
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("byoidTokens_pk", ["orgId", "tokenHash"])
    .addForeignKeyConstraint("byoidTokens_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("byoidTokens_by_expiresAt")
    .on("byoidTokens")
    .columns(["expiresAt"])
    .execute();
}
