import { sql } from "kysely";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import { dialectOf } from "#db/engine.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** What lies outside the database and goes with an org's rows. */
export interface OrgFiles {
  blobs: string[];
  mails: { id: string; createdAt: string }[];
}

/** The files of an org: its blobs by hash, and its mails, which may be kept as files. */
export async function filesOfOrg(db: Reader, orgId: string): Promise<OrgFiles> {
  const blobs = await inOrg(db, orgId).selectFrom("blobs").select("hash").execute();
  const mails = await inOrg(db, orgId).selectFrom("outbox").select(["id", "createdAt"]).execute();
  return { blobs: blobs.map(({ hash }) => hash), mails };
}

/**
 * Removes every row of a suspended org in one transaction: killed before its end, all of them are
 * there, and the org is suspended still. That it was there, and who removed it, stays in the
 * installation's own record. Staff keep their sign-in, and what they do elsewhere.
 * @param confirmed the slug as it was typed
 * @throws NotFound; Refused when it is not suspended, or the slug is another
 */
export async function removeOrg(write: Write, confirmed: string): Promise<{ name: string }> {
  const { trx, orgId } = write;
  const org = await trx
    .selectFrom("orgs")
    .select(["slug", "name"])
    .where("id", "=", orgId)
    .executeTakeFirst();
  if (org === undefined) throw new NotFound("org");
  if (confirmed.trim() !== org.slug) throw new Refused(`Type “${org.slug}” to confirm.`, "slug");
  const suspended = await inOrg(trx, orgId)
    .selectFrom("orgSuspensions")
    .select("id")
    .where("resumedAt", "is", null)
    .executeTakeFirst();
  if (suspended === undefined) throw new Refused("Suspend it first.");
  const dialect = dialectOf(trx);
  await dialect.deferForeignKeys(trx);
  await inOrg(trx, orgId)
    .updateTable("sessions")
    .set({ orgId: null })
    .where("staffId", "is not", null)
    .execute();
  let rows = 0;
  for (const table of await dialect.tenantTables(trx)) {
    const result = await sql`delete from ${sql.table(table)} where "orgId" = ${orgId}`.execute(trx);
    rows += Number(result.numAffectedRows ?? 0n);
  }
  await trx.deleteFrom("orgs").where("id", "=", orgId).execute();
  await recordAudit(
    { ...write, orgId: null },
    { action: "org.deleted", subject: org.slug, detail: { name: org.name, rows } },
  );
  return { name: org.name };
}
