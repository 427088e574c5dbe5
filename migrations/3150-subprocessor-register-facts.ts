import type { Kysely } from "kysely";

/**
 * What registers of information say of a subprocessor. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of [
    "legalName",
    "lei",
    "euid",
    "registrationNumber",
    "headOffice",
    "parentName",
    "parentLei",
    "services",
    "rank",
    "storedIn",
    "processedIn",
    "governingLaw",
    "exitNotes",
  ])
    await db.schema.alterTable("subprocessors").addColumn(column, "text").execute();
}
