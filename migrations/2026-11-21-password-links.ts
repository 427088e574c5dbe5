import type { Kysely } from "kysely";

/** Links by which staff set a new password. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("passwordLinks")
    .addColumn("tokenHash", "text", (c) => c.primaryKey().notNull())
    .addColumn("staffId", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addColumn("usedAt", "text")
    .addForeignKeyConstraint("passwordLinks_fk_1", ["staffId"], "staff", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("passwordLinks_by_staffId")
    .on("passwordLinks")
    .columns(["staffId"])
    .execute();
  await db.schema
    .createIndex("passwordLinks_by_expiresAt")
    .on("passwordLinks")
    .columns(["expiresAt"])
    .execute();
}
