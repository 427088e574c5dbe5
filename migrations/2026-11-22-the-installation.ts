import type { Kysely } from "kysely";

/** Who runs the installation, and orgs that they suspended. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("installationOwners")
    .addColumn("staffId", "text", (c) => c.primaryKey().notNull())
    .addColumn("grantedAt", "text", (c) => c.notNull())
    .addColumn("grantedBy", "text", (c) => c.notNull())
    .addForeignKeyConstraint("installationOwners_fk_1", ["staffId"], "staff", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();

  await db.schema
    .createTable("orgSuspensions")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("suspendedAt", "text", (c) => c.notNull())
    .addColumn("suspendedBy", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("resumedAt", "text")
    .addColumn("resumedBy", "text")
    .addPrimaryKeyConstraint("orgSuspensions_pk", ["orgId", "id"])
    .addForeignKeyConstraint("orgSuspensions_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
}
