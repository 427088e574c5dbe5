import type { Kysely } from "kysely";

/** What returns by the clock, and which documents were reminded of. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("turns")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("job", "text", (c) => c.notNull())
    .addColumn("doneUntil", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("turns_pk", ["orgId", "job"] as never)
    .addForeignKeyConstraint("turns_fk_1", ["orgId"] as never, "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();

  await db.schema
    .createTable("documentReminders")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("documentId", "text", (c) => c.notNull())
    .addColumn("expiresOn", "text", (c) => c.notNull())
    .addColumn("days", "integer", (c) => c.notNull())
    .addColumn("remindedAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("documentReminders_pk", [
      "orgId",
      "documentId",
      "expiresOn",
      "days",
    ] as never)
    .addForeignKeyConstraint(
      "documentReminders_fk_1",
      ["orgId", "documentId"] as never,
      "documents",
      ["orgId", "id"] as never,
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
}
