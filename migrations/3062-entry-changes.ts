import type { Kysely } from "kysely";

/**
 * When what programs read was last changed, for changes that leave no time of their own. Frozen:
 * later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("entryChanges")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("noun", "text", (c) => c.notNull())
    .addColumn("entryId", "text", (c) => c.notNull())
    .addColumn("changedAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("entryChanges_pk", ["orgId", "noun", "entryId"])
    .addForeignKeyConstraint("entryChanges_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
}
