import type { Kysely } from "kysely";

/** Which members were told that their access ends. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("grantReminders")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("grantId", "text", (c) => c.notNull())
    .addColumn("memberId", "text", (c) => c.notNull())
    .addColumn("days", "integer", (c) => c.notNull())
    .addColumn("mailId", "text", (c) => c.notNull())
    .addColumn("remindedAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("grantReminders_pk", ["orgId", "grantId", "memberId", "days"] as never)
    .addForeignKeyConstraint(
      "grantReminders_fk_1",
      ["orgId", "grantId"] as never,
      "grants",
      ["orgId", "id"] as never,
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "grantReminders_fk_2",
      ["orgId", "memberId"] as never,
      "members",
      ["orgId", "id"] as never,
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("grantReminders_by_mailId")
    .on("grantReminders")
    .columns(["mailId"])
    .execute();
}
