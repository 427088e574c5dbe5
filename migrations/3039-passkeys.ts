import type { Kysely } from "kysely";

/**
 * Passkeys of staff, the challenges that wait for an answer, and how a session began. Frozen: later
 * changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("passkeys")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("staffId", "text", (c) => c.notNull())
    .addColumn("credentialId", "text", (c) => c.notNull())
    .addColumn("publicKey", "text", (c) => c.notNull())
    .addColumn("counter", "integer", (c) => c.notNull())
    .addColumn("transportsJson", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("lastUsedAt", "text")
    .addForeignKeyConstraint("passkeys_fk_1", ["staffId"], "staff", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .addUniqueConstraint("passkeys_unique_1", ["credentialId"])
    .execute();
  await db.schema.createIndex("passkeys_by_staffId").on("passkeys").columns(["staffId"]).execute();
  await db.schema
    .createTable("passkeyChallenges")
    .addColumn("challenge", "text", (c) => c.primaryKey().notNull())
    .addColumn("tokenHash", "text")
    .addColumn("name", "text")
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("passkeyChallenges_by_expiresAt")
    .on("passkeyChallenges")
    .columns(["expiresAt"])
    .execute();
  await db.schema.alterTable("sessions").addColumn("method", "text").execute();
}
