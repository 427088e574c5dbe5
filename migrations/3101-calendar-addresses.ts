import type { Kysely } from "kysely";

/** Addresses by which members' calendars read their dates. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("calendarAddresses")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("memberId", "text", (c) => c.notNull())
    .addColumn("secretHash", "text", (c) => c.notNull().unique())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("revokedAt", "text")
    .addColumn("lastReadAt", "text")
    .addPrimaryKeyConstraint("calendarAddresses_pk", ["orgId", "id"])
    .addForeignKeyConstraint(
      "calendarAddresses_fk_1",
      ["orgId", "memberId"],
      "members",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("calendarAddresses_member")
    .on("calendarAddresses")
    .columns(["orgId", "memberId"])
    .execute();
}
