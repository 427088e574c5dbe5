import type { Kysely } from "kysely";

/** Entries of the FAQ that ended in another one. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("faqAliases")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("endedId", "text", (c) => c.notNull())
    .addColumn("entryId", "text", (c) => c.notNull())
    .addColumn("endedAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("faqAliases_pk", ["orgId", "endedId"])
    .addForeignKeyConstraint(
      "faqAliases_fk_1",
      ["orgId", "entryId"],
      "faqEntries",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("faqAliases_entry")
    .on("faqAliases")
    .columns(["orgId", "entryId"])
    .execute();
}
