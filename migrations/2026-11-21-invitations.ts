import type { Kysely } from "kysely";

/** Whom members invited to ask for access, too. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("invitations")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("accountId", "text", (c) => c.notNull())
    .addColumn("memberId", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("emailKey", "text", (c) => c.notNull())
    .addColumn("message", "text")
    .addColumn("invitedAt", "text", (c) => c.notNull())
    .addColumn("mailedAt", "text")
    .addPrimaryKeyConstraint("invitations_pk", ["orgId", "id"])
    .addForeignKeyConstraint(
      "invitations_fk_1",
      ["orgId", "accountId"],
      "accounts",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "invitations_fk_2",
      ["orgId", "memberId"],
      "members",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("invitations_by_email")
    .on("invitations")
    .columns(["orgId", "emailKey", "invitedAt"])
    .execute();
  await db.schema
    .createIndex("invitations_by_member")
    .on("invitations")
    .columns(["orgId", "memberId", "invitedAt"])
    .execute();
}
