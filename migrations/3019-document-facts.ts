import type { Kysely } from "kysely";

/** Facts of a document, and which of them are shown while it is locked. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["auditor", "periodFrom", "periodTo"])
    await db.schema.alterTable("documents").addColumn(column, "text").execute();
  await db.schema
    .alterTable("documents")
    .addColumn("releasedFacts", "text", (c) => c.notNull().defaultTo("type year"))
    .execute();
  await db.schema.alterTable("documentTexts").addColumn("pages", "integer").execute();
}
