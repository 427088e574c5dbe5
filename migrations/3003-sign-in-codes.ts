import { sql, type Kysely } from "kysely";

/**
 * Wrong codes are counted for an address and a day, those of browsers that signed in before apart. Frozen:
 * later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("signInLinks").addColumn("browser", "text").execute();
  await db.schema
    .alterTable("signInLinks")
    .addColumn("wrongCodes", "integer", (column) => column.notNull().defaultTo(sql`0`))
    .execute();
}
