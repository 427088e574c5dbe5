import type { Kysely } from "kysely";

/** Tokens that a company gives for its integrations, and companies that a directory knows. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("orgSecrets")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("sealed", "text", (c) => c.notNull())
    .addColumn("setAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("orgSecrets_pk", ["orgId", "name"])
    .addForeignKeyConstraint("orgSecrets_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createTable("foundCompanies")
    .addColumn("source", "text", (c) => c.notNull())
    .addColumn("domain", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("logo", "text")
    .addColumn("foundAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("foundCompanies_pk", ["source", "domain"])
    .execute();
  await db.schema.alterTable("companies").addColumn("logoFrom", "text").execute();
  await db.schema
    .createIndex("companies_logoFrom")
    .on("companies")
    .column("logoFrom")
    .where("logoFrom", "is not", null)
    .execute();
}
