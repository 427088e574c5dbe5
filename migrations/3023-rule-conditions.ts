import type { Kysely } from "kysely";

/**
 * Rules look at more than an address, the list of customers' domains, what presets give beside a
 * profile, and who of staff wants one mail a day. Frozen: later changes are later files.
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
  for (const [table, owner, owners] of [
    ["accessRuleAskedProducts", "ruleId", "accessRules"],
    ["accessPresetProducts", "presetId", "accessPresets"],
  ] as const)
    await db.schema
      .createTable(table)
      .addColumn("orgId", "text", (c) => c.notNull())
      .addColumn(owner, "text", (c) => c.notNull())
      .addColumn("productId", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint(`${table}_pk`, ["orgId", owner, "productId"])
      .addForeignKeyConstraint(`${table}_fk_1`, ["orgId", owner], owners, ["orgId", "id"], (fk) =>
        fk.onDelete("cascade"),
      )
      .addForeignKeyConstraint(
        `${table}_fk_2`,
        ["orgId", "productId"],
        "products",
        ["orgId", "id"],
        (fk) => fk.onDelete("cascade"),
      )
      .execute();
  await db.schema.alterTable("accessPresets").addColumn("message", "text").execute();
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
  await db.schema
    .createTable("dailyNotifications")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("staffId", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("chosenAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("dailyNotifications_pk", ["orgId", "staffId", "kind"])
    .addForeignKeyConstraint(
      "dailyNotifications_fk_1",
      ["orgId", "staffId"],
      "staffRoles",
      ["orgId", "staffId"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
}
