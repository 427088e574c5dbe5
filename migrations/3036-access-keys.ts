import type { Kysely } from "kysely";

/** Keys by which programs of staff ask. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("accessKeys")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("staffId", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("secretHash", "text", (c) => c.notNull().unique())
    .addColumn("start", "text", (c) => c.notNull())
    .addColumn("scopesJson", "text", (c) => c.notNull())
    .addColumn("productsJson", "text", (c) => c.notNull())
    .addColumn("networksJson", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("expiresAt", "text")
    .addColumn("revokedAt", "text")
    .addColumn("revokedBy", "text")
    .addColumn("lastUsedAt", "text")
    .addColumn("lastIp", "text")
    .addColumn("seenNetworksJson", "text", (c) => c.notNull())
    .addColumn("toldNetworkAt", "text")
    .addColumn("remindedDays", "integer")
    .addPrimaryKeyConstraint("accessKeys_pk", ["orgId", "id"])
    .addForeignKeyConstraint("accessKeys_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint("accessKeys_fk_2", ["staffId"], "staff", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("accessKeys_staff")
    .on("accessKeys")
    .columns(["orgId", "staffId"])
    .execute();
}
