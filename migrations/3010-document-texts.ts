import type { Kysely } from "kysely";

/** The text of files, read once and sealed, so that search finds it. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Not tied to the blobs by a key: a text keeps no file, and goes after its file.
  await db.schema
    .createTable("documentTexts")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("versionHash", "text", (c) => c.notNull())
    .addColumn("reader", "integer", (c) => c.notNull())
    .addColumn("fault", "text")
    .addColumn("sealed", "text")
    .addColumn("readAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("documentTexts_pk", ["orgId", "versionHash"])
    .addForeignKeyConstraint("documentTexts_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
}
