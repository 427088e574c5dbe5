import type { Kysely } from "kysely";

/** What could not be shown or marked, so that it is not tried again with every request. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Not tied to the blobs by a key: a failure keeps no file, and says nothing once its file is gone.
  await db.schema
    .createTable("renderFailures")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("versionHash", "text", (c) => c.notNull())
    .addColumn("part", "text", (c) => c.notNull())
    .addColumn("fault", "text", (c) => c.notNull())
    .addColumn("renderer", "text", (c) => c.notNull())
    .addColumn("tries", "integer", (c) => c.notNull())
    .addColumn("failedAt", "text", (c) => c.notNull())
    .addColumn("until", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("renderFailures_pk", ["orgId", "versionHash", "part"])
    .addForeignKeyConstraint("renderFailures_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("renderFailures_by_time")
    .on("renderFailures")
    .columns(["failedAt"])
    .execute();
}
