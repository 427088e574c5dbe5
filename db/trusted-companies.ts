import { inBatches } from "./batches.ts";
import { mustFindCompanies } from "./companies.ts";
import { newId } from "./ids.ts";
import { contentChanged } from "./orgs.ts";
import { mustFindProduct } from "./products.ts";
import { mustChange } from "./refusals.ts";
import type { Writer } from "./store.ts";

/** A customer that a product may name, and where its story is told. */
export interface TrustedCompanyValues {
  companyId: string;
  href?: string | null;
}

/** The customers of a product's Trusted By card: the given ones, in this order, instead of all before. @throws NotFound */
export async function replaceTrustedCompanies(trx: Writer, orgId: string, productId: string, companies: readonly TrustedCompanyValues[]): Promise<void> {
  await mustFindProduct(trx, orgId, productId);
  await mustFindCompanies(trx, orgId, companies.map((company) => company.companyId));
  await trx.deleteFrom("trustedCompanies").where("orgId", "=", orgId).where("productId", "=", productId).execute();
  const rows = companies.map((company, position) => ({ orgId, productId, id: newId(), companyId: company.companyId, href: company.href ?? null, position }));
  await inBatches(rows, (batch) => trx.insertInto("trustedCompanies").values(batch).execute());
  await contentChanged(trx, orgId);
}

/** Adds a customer at the end of the card. @returns the entry's id. @throws NotFound */
export async function addTrustedCompany(trx: Writer, orgId: string, productId: string, values: TrustedCompanyValues): Promise<string> {
  await mustFindProduct(trx, orgId, productId);
  await mustFindCompanies(trx, orgId, [values.companyId]);
  const last = await trx
    .selectFrom("trustedCompanies")
    .select((eb) => eb.fn.max("position").as("position"))
    .where("orgId", "=", orgId)
    .where("productId", "=", productId)
    .executeTakeFirst();
  const id = newId();
  const position = last?.position == null ? 0 : Number(last.position) + 1;
  await trx.insertInto("trustedCompanies").values({ orgId, productId, id, companyId: values.companyId, href: values.href ?? null, position }).execute();
  await contentChanged(trx, orgId);
  return id;
}

/** Takes a customer off the card; the company itself stays. @throws NotFound */
export async function removeTrustedCompany(trx: Writer, orgId: string, productId: string, id: string): Promise<void> {
  const result = await trx.deleteFrom("trustedCompanies").where("orgId", "=", orgId).where("productId", "=", productId).where("id", "=", id).executeTakeFirst();
  mustChange(result, "trusted company");
  await contentChanged(trx, orgId);
}
