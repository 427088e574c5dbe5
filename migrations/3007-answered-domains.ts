import { sql, type Kysely } from "kysely";

/**
 * Since when a company's own domain has led visitors here, and by which host somebody asked for access, so
 * that links lead where they can be opened. A domain that the name server confirmed counts as in use; one
 * that only came with content waits for its first request. Frozen: later changes are later files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("domains").addColumn("answeredAt", "text").execute();
  await sql`update "domains" set "answeredAt" = "verifiedAt" where exists (select 1 from "domainClaims"
    where "domainClaims"."orgId" = "domains"."orgId" and "domainClaims"."host" = "domains"."host"
    and "domainClaims"."outcome" = 'verified')`.execute(db);
  await db.schema.alterTable("accessRequests").addColumn("host", "text").execute();
}
