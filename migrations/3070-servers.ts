import { type Kysely, sql } from "kysely";

/**
 * Several servers on one database: who they are, which of them has which duty, how many commits
 * there were, and which migrations an older server can live with. Only PostgreSQL has several
 * servers; the tables are the same everywhere. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("servers")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("host", "text", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("version", "text", (c) => c.notNull())
    .addColumn("lastMigration", "text", (c) => c.notNull())
    .addColumn("startedAt", "integer", (c) => c.notNull())
    .addColumn("seenAt", "integer", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("duties")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("holder", "text", (c) => c.notNull())
    .addColumn("heldUntil", "integer", (c) => c.notNull())
    .addColumn("term", "integer", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("commitCount")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("number", "integer", (c) => c.notNull())
    .execute();
  await sql`insert into ${sql.table("commitCount")} values ('commits', 0)`.execute(db);
  await db.schema
    .createTable("additiveMigrations")
    .addColumn("name", "text", (c) => c.primaryKey())
    .execute();
}
