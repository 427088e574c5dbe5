import type { Kysely } from "kysely";

/**
 * Who of the team looks after an entry of the FAQ, how often it is reviewed, and when it was last.
 * Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("faqReviews")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("entryId", "text", (c) => c.notNull())
    .addColumn("ownerId", "text", (c) => c.references("staff.id").onDelete("set null"))
    .addColumn("everyMonths", "integer")
    .addColumn("reviewedAt", "text")
    .addColumn("reviewedBy", "text")
    .addPrimaryKeyConstraint("faqReviews_pk", ["orgId", "entryId"])
    .addForeignKeyConstraint(
      "faqReviews_fk_1",
      ["orgId", "entryId"],
      "faqEntries",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema.createIndex("faqReviews_owner").on("faqReviews").column("ownerId").execute();
}
