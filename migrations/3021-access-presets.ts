import type { Kysely } from "kysely";

/** Decisions with a name, that staff make again and again. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("accessPresets")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("profileId", "text", (c) => c.notNull())
    .addColumn("expiresInDays", "integer")
    .addColumn("ndaRequired", "integer", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("accessPresets_pk", ["orgId", "id"])
    .addUniqueConstraint("accessPresets_name", ["orgId", "name"])
    .addForeignKeyConstraint("accessPresets_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint(
      "accessPresets_fk_2",
      ["orgId", "profileId"],
      "permissionProfiles",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
}
