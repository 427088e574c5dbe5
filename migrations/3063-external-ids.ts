import type { Kysely } from "kysely";

/** What programs call the entries that they keep in step. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("externalIds")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("noun", "text", (c) => c.notNull())
    .addColumn("externalId", "text", (c) => c.notNull())
    .addColumn("entryId", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("externalIds_pk", ["orgId", "noun", "externalId"])
    .addForeignKeyConstraint("externalIds_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("externalIds_entry")
    .unique()
    .on("externalIds")
    .columns(["orgId", "noun", "entryId"])
    .execute();
}
