import { sortKey } from "#values/names.ts";
import { inBatches } from "#db/batches.ts";
import { mustFindAsset } from "#company/settings/store/customizations.server.ts";
import { newId } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { mapInSlices, Pace } from "#db/pace.ts";
import { NotFound } from "#db/refusals.ts";
import type { CompaniesTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** A company that an org names: a customer or a subprocessor. */
export interface CompanyValues {
  id?: string;
  name: string;
  /** Where its name and logo come from; custom when they were typed in. */
  source?: "brandfetch" | "clearbit" | "addendum" | "custom";
  domain?: string | null;
  logoAssetId?: string | null;
  addendumId?: string | null;
  /** Where a directory shows its logo, which is fetched later. */
  logoFrom?: string | null;
}

/** Companies that are read at once: a few milliseconds' work. */
const READ_AT_ONCE = 1_000;

/** The org's companies, by name. */
export async function listCompanies(db: Reader, orgId: string): Promise<CompaniesTable[]> {
  const found: CompaniesTable[] = [];
  const pace = new Pace();
  for (;;) {
    const last = found.at(-1);
    let query = inOrg(db, orgId)
      .selectFrom("companies")
      .selectAll()
      .orderBy("sortKey")
      .orderBy("id")
      .limit(READ_AT_ONCE);
    if (last !== undefined)
      query = query.where((eb) =>
        eb(eb.refTuple("sortKey", "id"), ">", eb.tuple(last.sortKey, last.id)),
      );
    const rows = await query.execute();
    found.push(...rows);
    if (rows.length < READ_AT_ONCE) return found;
    if (pace.isDue) await pace.breathe();
  }
}

/** Adds a company. @returns its id. @throws NotFound when the logo is not the org's */
export async function addCompany(
  trx: Writer,
  orgId: string,
  values: CompanyValues,
): Promise<string> {
  const [id] = await addCompanies(trx, orgId, [values]);
  return id ?? "";
}

/** Adds many companies at once. @returns their ids, in the same order. @throws as `addCompany` */
export async function addCompanies(
  trx: Writer,
  orgId: string,
  companies: readonly CompanyValues[],
): Promise<string[]> {
  for (const id of new Set(companies.map((company) => company.logoAssetId)))
    await mustFindAsset(trx, orgId, id);
  const rows = await mapInSlices(companies, (company): CompaniesTable => ({
    orgId,
    id: company.id ?? newId(),
    source: company.source ?? "custom",
    name: company.name,
    sortKey: sortKey(company.name),
    domain: company.domain ?? null,
    logoAssetId: company.logoAssetId ?? null,
    addendumId: company.addendumId ?? null,
    logoFrom: company.logoFrom ?? null,
  }));
  await inBatches(rows, (batch) => trx.insertInto("companies").values(batch).execute());
  await contentChanged(trx, orgId);
  return rows.map((row) => row.id);
}

/** Changes a company wherever it is named; undefined stays. @throws NotFound */
export async function updateCompany(
  trx: Writer,
  orgId: string,
  companyId: string,
  changes: Partial<
    Pick<CompanyValues, "name" | "domain" | "logoAssetId" | "source" | "addendumId">
  >,
): Promise<void> {
  const before = await inOrg(trx, orgId)
    .selectFrom("companies")
    .selectAll()
    .where("id", "=", companyId)
    .executeTakeFirst();
  if (before === undefined) throw new NotFound("company");
  await mustFindAsset(trx, orgId, changes.logoAssetId);
  const name = changes.name ?? before.name;
  const domain = changes.domain === undefined ? before.domain : changes.domain;
  const logoAssetId = changes.logoAssetId === undefined ? before.logoAssetId : changes.logoAssetId;
  const { source = before.source, addendumId = before.addendumId } = changes;
  await inOrg(trx, orgId)
    .updateTable("companies")
    .set({ name, sortKey: sortKey(name), domain, logoAssetId, source, addendumId })
    .where("id", "=", companyId)
    .execute();
  await contentChanged(trx, orgId);
}

/**
 * Ends a verb that names companies.
 * @throws NotFound when one is not the org's
 */
export async function mustFindCompanies(
  trx: Writer,
  orgId: string,
  companyIds: readonly string[],
): Promise<void> {
  await inBatches([...new Set(companyIds)], async (ids) => {
    const found = await inOrg(trx, orgId)
      .selectFrom("companies")
      .select("id")
      .where("id", "in", ids)
      .execute();
    if (found.length < ids.length) throw new NotFound("company");
  });
}
