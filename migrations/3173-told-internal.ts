import type { Kysely } from "kysely";

/**
 * Answers of questionnaires that told something the portal kept internal then. Frozen: later changes
 * are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("questionnaireRows")
    .addColumn("toldInternal", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
}
