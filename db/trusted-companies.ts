import { isWholeOrder, LIST_CHANGED } from "../app/domain/list-order.ts";
import { inBatches } from "./batches.ts";
import { mustFindCompanies } from "./companies.ts";
import { newId } from "./ids.ts";
import { contentChanged } from "./orgs.ts";
import { mustFindProduct } from "./products.ts";
import { mustChange, Refused } from "./refusals.ts";
import type { Writer } from "./store.ts";

/** A customer that a product may name, and where its story is told. */
export interface TrustedCompanyValues {
  id?: string;
  companyId: string;
  href?: string | null;
}

/** The customers of a product's Trusted By card: the given ones, in this order, instead of all before. @throws NotFound */
export async function replaceTrustedCompanies(
  trx: Writer,
  orgId: string,
  productId: string,
  companies: readonly TrustedCompanyValues[],
): Promise<void> {
  await mustFindProduct(trx, orgId, productId);
  await mustFindCompanies(
    trx,
    orgId,
    companies.map((company) => company.companyId),
  );
  await trx
    .deleteFrom("trustedCompanies")
    .where("orgId", "=", orgId)
    .where("productId", "=", productId)
    .execute();
  const rows = companies.map((company, position) => ({
    orgId,
    productId,
    id: company.id ?? newId(),
    companyId: company.companyId,
    href: company.href ?? null,
    position,
  }));
  await inBatches(rows, (batch) => trx.insertInto("trustedCompanies").values(batch).execute());
  await contentChanged(trx, orgId);
}

/** Adds a customer at the end of the card. @returns the entry's id. @throws NotFound */
export async function addTrustedCompany(
  trx: Writer,
  orgId: string,
  productId: string,
  values: TrustedCompanyValues,
): Promise<string> {
  await mustFindProduct(trx, orgId, productId);
  await mustFindCompanies(trx, orgId, [values.companyId]);
  const last = await trx
    .selectFrom("trustedCompanies")
    .select((eb) => eb.fn.max("position").as("position"))
    .where("orgId", "=", orgId)
    .where("productId", "=", productId)
    .executeTakeFirst();
  const id = values.id ?? newId();
  const position = last?.position == null ? 0 : Number(last.position) + 1;
  await trx
    .insertInto("trustedCompanies")
    .values({
      orgId,
      productId,
      id,
      companyId: values.companyId,
      href: values.href ?? null,
      position,
    })
    .execute();
  await contentChanged(trx, orgId);
  return id;
}

/** Replaces what an entry says; its place stays. @throws NotFound */
export async function updateTrustedCompany(
  trx: Writer,
  orgId: string,
  productId: string,
  id: string,
  { companyId, href }: TrustedCompanyValues,
): Promise<void> {
  await mustFindCompanies(trx, orgId, [companyId]);
  const result = await trx
    .updateTable("trustedCompanies")
    .set({ companyId, href: href ?? null })
    .where("orgId", "=", orgId)
    .where("productId", "=", productId)
    .where("id", "=", id)
    .executeTakeFirst();
  mustChange(result, "trusted company");
  await contentChanged(trx, orgId);
}

/** Puts the customers of a product in an order. @throws Refused when it does not name every one of them once */
export async function arrangeTrustedCompanies(
  trx: Writer,
  orgId: string,
  productId: string,
  order: readonly string[],
): Promise<void> {
  const ids = (
    await trx
      .selectFrom("trustedCompanies")
      .select("id")
      .where("orgId", "=", orgId)
      .where("productId", "=", productId)
      .execute()
  ).map(({ id }) => id);
  if (!isWholeOrder(order, ids)) throw new Refused(LIST_CHANGED);
  for (const [position, id] of order.entries()) {
    await trx
      .updateTable("trustedCompanies")
      .set({ position })
      .where("orgId", "=", orgId)
      .where("productId", "=", productId)
      .where("id", "=", id)
      .execute();
  }
  await contentChanged(trx, orgId);
}

/** Takes a customer off the card; the company itself stays. @throws NotFound */
export async function removeTrustedCompany(
  trx: Writer,
  orgId: string,
  productId: string,
  id: string,
): Promise<void> {
  const result = await trx
    .deleteFrom("trustedCompanies")
    .where("orgId", "=", orgId)
    .where("productId", "=", productId)
    .where("id", "=", id)
    .executeTakeFirst();
  mustChange(result, "trusted company");
  await contentChanged(trx, orgId);
}
