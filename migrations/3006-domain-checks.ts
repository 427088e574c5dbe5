import { sql, type Kysely } from "kysely";

/** How many checks in a row found the proof of a verified domain gone. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("domainClaims")
    .addColumn("failedChecks", "integer", (column) => column.notNull().defaultTo(sql`0`))
    .execute();
}
