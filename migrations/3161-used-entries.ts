import type { Kysely } from "kysely";

/**
 * Which entry of the FAQ, or which control, the answer of a questionnaire's row is made of. Frozen:
 * later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["usedEntryId", "usedControlId"])
    await db.schema.alterTable("questionnaireRows").addColumn(column, "text").execute();
  await db.schema
    .createIndex("questionnaireRows_entry")
    .on("questionnaireRows")
    .columns(["orgId", "usedEntryId"])
    .execute();
}
