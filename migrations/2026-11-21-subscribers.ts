import type { Kysely } from "kysely";

/** Subscribers of trust updates, what they chose, their confirmation links, and whom staff keep out. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("subscribers")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("emailKey", "text", (c) => c.notNull())
    .addColumn("emailDomain", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("source", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("confirmedAt", "text")
    .addColumn("unsubscribedAt", "text")
    .addColumn("mailedAt", "text")
    .addColumn("allUpdates", "integer", (c) => c.notNull())
    .addColumn("digest", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("subscribers_pk", ["orgId", "id"] as never)
    .addUniqueConstraint("subscribers_unique_1", ["orgId", "emailKey"] as never)
    .addForeignKeyConstraint("subscribers_fk_1", ["orgId"] as never, "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("subscribers_by_orgId_state_id")
    .on("subscribers")
    .columns(["orgId", "state", "id"])
    .execute();
  await db.schema
    .createIndex("subscribers_by_orgId_createdAt")
    .on("subscribers")
    .columns(["orgId", "createdAt"])
    .execute();
  await db.schema
    .createIndex("subscribers_by_orgId_emailDomain")
    .on("subscribers")
    .columns(["orgId", "emailDomain"])
    .execute();

  await db.schema
    .createTable("subscriberCategories")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("subscriberId", "text", (c) => c.notNull())
    .addColumn("category", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("subscriberCategories_pk", [
      "orgId",
      "subscriberId",
      "category",
    ] as never)
    .addForeignKeyConstraint(
      "subscriberCategories_fk_1",
      ["orgId", "subscriberId"] as never,
      "subscribers",
      ["orgId", "id"] as never,
      (fk) => fk.onDelete("cascade"),
    )
    .execute();

  await db.schema
    .createTable("subscriberProducts")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("subscriberId", "text", (c) => c.notNull())
    .addColumn("productId", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("subscriberProducts_pk", [
      "orgId",
      "subscriberId",
      "productId",
    ] as never)
    .addForeignKeyConstraint(
      "subscriberProducts_fk_1",
      ["orgId", "subscriberId"] as never,
      "subscribers",
      ["orgId", "id"] as never,
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "subscriberProducts_fk_2",
      ["orgId", "productId"] as never,
      "products",
      ["orgId", "id"] as never,
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("subscriberProducts_by_orgId_productId")
    .on("subscriberProducts")
    .columns(["orgId", "productId"])
    .execute();

  await db.schema
    .createTable("subscriptionTokens")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("tokenHash", "text", (c) => c.notNull())
    .addColumn("subscriberId", "text", (c) => c.notNull())
    .addColumn("purpose", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addColumn("usedAt", "text")
    .addPrimaryKeyConstraint("subscriptionTokens_pk", ["orgId", "tokenHash"] as never)
    .addForeignKeyConstraint(
      "subscriptionTokens_fk_1",
      ["orgId", "subscriberId"] as never,
      "subscribers",
      ["orgId", "id"] as never,
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("subscriptionTokens_by_orgId_subscriberId")
    .on("subscriptionTokens")
    .columns(["orgId", "subscriberId"])
    .execute();
  await db.schema
    .createIndex("subscriptionTokens_by_expiresAt")
    .on("subscriptionTokens")
    .columns(["expiresAt"])
    .execute();

  await db.schema
    .createTable("subscriptionBlocks")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("value", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("subscriptionBlocks_pk", ["orgId", "id"] as never)
    .addUniqueConstraint("subscriptionBlocks_unique_1", ["orgId", "kind", "value"] as never)
    .addForeignKeyConstraint("subscriptionBlocks_fk_1", ["orgId"] as never, "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
}
