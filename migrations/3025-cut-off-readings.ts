import type { Kysely } from "kysely";

/** How many readings of a company's pages in a row ended with their process. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("webpageReadings")
    .addColumn("cutOffs", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
}
