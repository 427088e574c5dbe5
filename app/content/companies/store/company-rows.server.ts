import { inBatches } from "#db/batches.ts";
import { isoNow } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import type { CompaniesTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import { DIRECTORIES, foundBy, refOf, type FoundCompany } from "#model/companies.ts";

/** How long what a directory said can be picked, in milliseconds. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** Writes down what directories answered, so that whoever picks one of them gets what was said. */
export async function keepFound(
  trx: Writer,
  found: readonly FoundCompany[],
  now: Date,
): Promise<void> {
  for (const { source, domain, name, logo } of found) {
    const values = { name, logo, foundAt: isoNow(now) };
    await trx
      .insertInto("foundCompanies")
      .values({ source, domain, ...values })
      .onConflict((conflict) => conflict.columns(["source", "domain"]).doUpdateSet(values))
      .execute();
  }
}

/**
 * The companies that references name, by reference; one that no directory answered lately is
 * missing.
 */
export async function findFound(
  db: Reader,
  refs: readonly (string | undefined)[],
): Promise<Map<string, FoundCompany>> {
  const found = new Map<string, FoundCompany>();
  for (const source of DIRECTORIES) {
    const domains = refs.flatMap((ref) => {
      const named = foundBy(ref);
      return named?.source === source ? [named.domain] : [];
    });
    await inBatches([...new Set(domains)], async (batch) => {
      const rows = await db
        .selectFrom("foundCompanies")
        .select(["domain", "name", "logo"])
        .where("source", "=", source)
        .where("domain", "in", batch)
        .execute();
      for (const row of rows) found.set(refOf({ source, domain: row.domain }), { source, ...row });
    });
  }
  return found;
}

/** Forgets what directories answered a week ago. @returns how many companies */
export async function purgeFound(trx: Writer, now: Date): Promise<number> {
  const result = await trx
    .deleteFrom("foundCompanies")
    .where("foundAt", "<", isoNow(new Date(now.getTime() - KEPT_MS)))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** A company whose logo is still at its directory. */
export type WaitingCompany = Pick<CompaniesTable, "orgId" | "id" | "domain"> & { logoFrom: string };

/** Companies whose logos were not fetched yet, of all orgs. */
export async function listWaitingLogos(db: Reader, limit: number): Promise<WaitingCompany[]> {
  const rows = await acrossTenants(db, "The clock fetches the logos of all companies' lists.")
    .selectFrom("companies")
    .select(["orgId", "id", "domain", "logoFrom"])
    .where("logoFrom", "is not", null)
    .orderBy("orgId")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.flatMap(({ logoFrom, ...row }) => (logoFrom === null ? [] : [{ ...row, logoFrom }]));
}

/**
 * Ends the wait for a company's logo. A logo that somebody uploaded meanwhile stays.
 * @param logoAssetId the asset that it became; null where there is none to be had
 */
export async function settleLogo(
  trx: Writer,
  { orgId, id }: Pick<WaitingCompany, "orgId" | "id">,
  logoAssetId: string | null,
): Promise<void> {
  const settled = inOrg(trx, orgId)
    .updateTable("companies")
    .set({ logoFrom: null })
    .where("id", "=", id);
  await settled.execute();
  if (logoAssetId === null) return;
  await inOrg(trx, orgId)
    .updateTable("companies")
    .set({ logoAssetId })
    .where("id", "=", id)
    .where("logoAssetId", "is", null)
    .execute();
  await contentChanged(trx, orgId);
}
