import type { Kysely } from "kysely";

/**
 * Hosts that an org says are its own. They become `domains` when their name server agrees, so that nobody
 * keeps a host from its owner by naming it first. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("domainClaims")
    .addColumn("orgId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("host", "text", (c) => c.notNull())
    .addColumn("token", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.notNull())
    .addColumn("checkedAt", "text")
    .addColumn("outcome", "text")
    .addColumn("message", "text")
    .addPrimaryKeyConstraint("domainClaims_pk", ["orgId", "id"] as never)
    .addUniqueConstraint("domainClaims_unique_1", ["orgId", "host"] as never)
    .addForeignKeyConstraint("domainClaims_fk_1", ["orgId"] as never, "orgs", ["id"], (fk) =>
      fk.onDelete("cascade"),
    )
    .execute();
}
