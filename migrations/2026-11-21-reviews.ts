import type { Kysely } from "kysely";

/** Decisions of staff about requests, kept with what undoes them; notes on accounts; which mails staff want. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("accessReviews")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("requestId", "text", (c) => c.notNull())
    .addColumn("decision", "text", (c) => c.notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("by", "text", (c) => c.notNull())
    .addColumn("byName", "text", (c) => c.notNull())
    .addColumn("mailId", "text")
    .addColumn("holdUntil", "text", (c) => c.notNull())
    .addColumn("beforeJson", "text", (c) => c.notNull())
    .addColumn("undoneAt", "text")
    .addColumn("undoneBy", "text")
    .addPrimaryKeyConstraint("accessReviews_pk", ["orgId", "id"])
    .addForeignKeyConstraint(
      "accessReviews_fk_1",
      ["orgId", "requestId"],
      "accessRequests",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("accessReviews_by_request")
    .on("accessReviews")
    .columns(["orgId", "requestId", "at"])
    .execute();

  await db.schema
    .createTable("accountNotes")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("accountId", "text", (c) => c.notNull())
    .addColumn("note", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("accountNotes_pk", ["orgId", "id"])
    .addForeignKeyConstraint(
      "accountNotes_fk_1",
      ["orgId", "accountId"],
      "accounts",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();

  await db.schema
    .createTable("mutedNotifications")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("staffId", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("mutedAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("mutedNotifications_pk", ["orgId", "staffId", "kind"])
    .addForeignKeyConstraint(
      "mutedNotifications_fk_1",
      ["orgId", "staffId"],
      "staffRoles",
      ["orgId", "staffId"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
}
