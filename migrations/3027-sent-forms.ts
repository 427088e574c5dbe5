import type { Kysely } from "kysely";

/**
 * Forms that were sent: those that did something, so that each does it once, and those that came
 * without a session and wait for its person to sign in. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sentForms")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("run", "text", (c) => c.notNull())
    .addColumn("sentAt", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("keptForms")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("browser", "text", (c) => c.notNull())
    .addColumn("who", "text")
    .addColumn("sealed", "text", (c) => c.notNull())
    .addColumn("keptAt", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("keptForms_by_person").on("keptForms").column("who").execute();
  await db.schema.createIndex("keptForms_by_browser").on("keptForms").column("browser").execute();
}
