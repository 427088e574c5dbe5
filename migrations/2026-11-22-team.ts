import type { Kysely } from "kysely";

/** Invitations to a team, teams that ask for a second factor, and sessions that a team ended for itself. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("teamInvitations")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("tokenHash", "text", (c) => c.notNull())
    .addColumn("invitedBy", "text", (c) => c.notNull())
    .addColumn("invitedByName", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("sentAt", "text", (c) => c.notNull())
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addColumn("acceptedAt", "text")
    .addColumn("acceptedBy", "text")
    .addColumn("withdrawnAt", "text")
    .addColumn("withdrawnBy", "text")
    .addPrimaryKeyConstraint("teamInvitations_pk", ["orgId", "id"])
    .addUniqueConstraint("teamInvitations_by_token", ["tokenHash"])
    .addForeignKeyConstraint("teamInvitations_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();

  await db.schema
    .createTable("twoFactorRules")
    .addColumn("orgId", "text", (c) => c.primaryKey().notNull())
    .addColumn("requiredAt", "text", (c) => c.notNull())
    .addColumn("requiredBy", "text", (c) => c.notNull())
    .addForeignKeyConstraint("twoFactorRules_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();

  await db.schema
    .createTable("closedSessions")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("tokenHash", "text", (c) => c.notNull())
    .addColumn("closedAt", "text", (c) => c.notNull())
    .addColumn("closedBy", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("closedSessions_pk", ["tokenHash", "orgId"])
    .addForeignKeyConstraint("closedSessions_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "closedSessions_fk_2",
      ["tokenHash"],
      "sessions",
      ["tokenHash"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
}
