import type { Kysely } from "kysely";

/** Archives that were prepared for one reader. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("bulkDownloads")
    .addColumn("tokenHash", "text", (c) => c.notNull())
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("productId", "text", (c) => c.notNull())
    .addColumn("viewerKey", "text", (c) => c.notNull())
    .addColumn("filesJson", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("bulkDownloads_pk", ["tokenHash"])
    .addForeignKeyConstraint(
      "bulkDownloads_fk_1",
      ["orgId", "productId"],
      "products",
      ["orgId", "id"],
      (fk) => fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("bulkDownloads_by_end")
    .on("bulkDownloads")
    .columns(["expiresAt"])
    .execute();
}
