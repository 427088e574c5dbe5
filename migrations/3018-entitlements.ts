import type { Kysely } from "kysely";

/** Plans of companies: a token that says which features one has. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("entitlements")
    .addColumn("orgId", "text", (c) => c.primaryKey())
    .addColumn("sealedToken", "text", (c) => c.notNull())
    .addColumn("featuresJson", "text", (c) => c.notNull())
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addColumn("setAt", "text", (c) => c.notNull())
    .addColumn("setBy", "text", (c) => c.notNull())
    .addColumn("fault", "text")
    .addColumn("faultedAt", "text")
    .addColumn("endedAt", "text")
    .addForeignKeyConstraint("entitlements_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
}
