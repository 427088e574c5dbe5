import type { Kysely } from "kysely";

/**
 * Rules look at more than an address, and the list of customers' domains. Frozen: later changes are
 * later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("accessRuleFacts")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("ruleId", "text", (c) => c.notNull())
    .addColumn("fact", "text", (c) => c.notNull())
    .addColumn("value", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("accessRuleFacts_pk", ["orgId", "ruleId", "fact", "value"])
    .addForeignKeyConstraint(
      "accessRuleFacts_fk_1",
      ["orgId", "ruleId"],
      "accessRules",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createTable("accessRuleAskedProducts")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("ruleId", "text", (c) => c.notNull())
    .addColumn("productId", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("accessRuleAskedProducts_pk", ["orgId", "ruleId", "productId"])
    .addForeignKeyConstraint(
      "accessRuleAskedProducts_fk_1",
      ["orgId", "ruleId"],
      "accessRules",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "accessRuleAskedProducts_fk_2",
      ["orgId", "productId"],
      "products",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createTable("customerDomains")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("domain", "text", (c) => c.notNull())
    .addColumn("name", "text")
    .addColumn("addedAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("customerDomains_pk", ["orgId", "domain"])
    .addForeignKeyConstraint("customerDomains_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
}
