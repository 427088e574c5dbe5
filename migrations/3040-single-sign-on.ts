import type { Kysely } from "kysely";

/**
 * Signing staff in by their company's own identity provider: the provider, the domains that are its
 * company's, who is who there, and the sign-ins on their way. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("singleSignOn")
    .addColumn("orgId", "text", (c) => c.primaryKey().notNull())
    .addColumn("issuer", "text", (c) => c.notNull())
    .addColumn("clientId", "text", (c) => c.notNull())
    .addColumn("clientProof", "text", (c) => c.notNull())
    .addColumn("newcomerRole", "text")
    .addColumn("roleClaim", "text")
    .addColumn("rolesJson", "text", (c) => c.notNull())
    .addColumn("enabledAt", "text")
    .addColumn("onlySince", "text")
    .addColumn("changedAt", "text", (c) => c.notNull())
    .addColumn("changedBy", "text", (c) => c.notNull())
    .addForeignKeyConstraint("singleSignOn_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createTable("singleSignOnDomains")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("domain", "text", (c) => c.notNull())
    .addColumn("token", "text", (c) => c.notNull())
    .addColumn("addedAt", "text", (c) => c.notNull())
    .addColumn("addedBy", "text", (c) => c.notNull())
    .addColumn("provedAt", "text")
    .addColumn("proved", "text")
    .addPrimaryKeyConstraint("singleSignOnDomains_pk", ["orgId", "domain"])
    .addForeignKeyConstraint("singleSignOnDomains_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    // A domain is proved for one company: it leads to one provider.
    .addUniqueConstraint("singleSignOnDomains_unique_1", ["proved"])
    .execute();
  await db.schema
    .createTable("staffIdentities")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("issuer", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("staffId", "text", (c) => c.notNull())
    .addColumn("linkedAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("staffIdentities_pk", ["orgId", "issuer", "subject"])
    .addForeignKeyConstraint("staffIdentities_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .addForeignKeyConstraint("staffIdentities_fk_2", ["staffId"], "staff", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("staffIdentities_by_staffId")
    .on("staffIdentities")
    .columns(["staffId"])
    .execute();
  await db.schema
    .createTable("singleSignOnFlows")
    .addColumn("stateHash", "text", (c) => c.primaryKey().notNull())
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("sealed", "text", (c) => c.notNull())
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addForeignKeyConstraint("singleSignOnFlows_fk_1", ["orgId"], "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("singleSignOnFlows_by_expiresAt")
    .on("singleSignOnFlows")
    .columns(["expiresAt"])
    .execute();
  for (const column of ["onlyOrgId", "providerSession", "providerAuthAt", "providerLevel"])
    await db.schema.alterTable("sessions").addColumn(column, "text").execute();
}
