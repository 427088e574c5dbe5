import { MANUAL_SOURCE } from "#model/knowledge-base.ts";
import { columnsOf, type EntryValues } from "#content/edit-kit/rules/entry-fields.ts";
import { inBatches } from "#db/batches.ts";
import { isoNow, newId } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { mustFindProducts } from "#tenancy/products/store/products.server.ts";
import { mustChange, NotFound } from "#db/refusals.ts";
import type { FaqEntriesTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { FAQ_FIELDS } from "../forms/faq-fields.ts";

/** A question and its answer. */
export type FaqValues = Omit<EntryValues<typeof FAQ_FIELDS>, "favourite"> & {
  id?: string;
  favourite?: boolean;
  /** manual, questionnaire or status page */
  sourceType?: string;
  sourceSubtype?: string | null;
  sourceName?: string | null;
};

/** An entry as it is stored. */
export type FaqEntry = FaqEntriesTable & { productIds: string[] };

/** An entry with the products that it is about; null when the org has none of that id. */
export async function findFaqEntry(
  db: Reader,
  orgId: string,
  entryId: string,
): Promise<FaqEntry | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("faqEntries")
    .selectAll()
    .where("id", "=", entryId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const products = await inOrg(db, orgId)
    .selectFrom("faqProducts")
    .select("productId")
    .where("entryId", "=", entryId)
    .orderBy("productId")
    .execute();
  return { ...row, productIds: products.map((product) => product.productId) };
}

/** Adds an entry. @returns its id. @throws NotFound when a product is not the org's */
export async function addFaqEntry(
  trx: Writer,
  orgId: string,
  values: FaqValues,
  now: Date,
): Promise<string> {
  const [id = ""] = await addFaqEntries(trx, orgId, [
    { ...values, createdAt: now, modifiedAt: now },
  ]);
  return id;
}

/**
 * Adds many entries at once, each with its own times. @returns their ids, in the same order.
 * @throws as `addFaqEntry`
 */
export async function addFaqEntries(
  trx: Writer,
  orgId: string,
  entries: readonly (FaqValues & { createdAt: Date; modifiedAt: Date })[],
): Promise<string[]> {
  await mustFindProducts(
    trx,
    orgId,
    entries.flatMap((entry) => entry.productIds),
  );
  const rows = entries.map((entry): FaqEntriesTable => ({
    orgId,
    id: entry.id ?? newId(),
    ...columnsOf(FAQ_FIELDS, { favourite: false, ...entry }),
    favouriteAt: entry.favourite ? isoNow(entry.modifiedAt) : null,
    sourceType: entry.sourceType ?? MANUAL_SOURCE,
    sourceSubtype: entry.sourceSubtype ?? null,
    sourceName: entry.sourceName ?? null,
    createdAt: isoNow(entry.createdAt),
    modifiedAt: isoNow(entry.modifiedAt),
  }));
  await inBatches(rows, (batch) => trx.insertInto("faqEntries").values(batch).execute());
  const products = entries.flatMap((entry, i) =>
    productRows(orgId, rows[i]?.id ?? "", entry.productIds),
  );
  await inBatches(products, (batch) => trx.insertInto("faqProducts").values(batch).execute());
  await contentChanged(trx, orgId);
  return rows.map((row) => row.id);
}

/**
 * Replaces what an entry says; where it comes from stays, and since when it is a favourite. @throws
 * NotFound
 */
export async function updateFaqEntry(
  trx: Writer,
  orgId: string,
  entryId: string,
  values: FaqValues,
  now: Date,
): Promise<void> {
  const before = await findFaqEntry(trx, orgId, entryId);
  if (before === null) throw new NotFound("FAQ entry");
  await mustFindProducts(trx, orgId, values.productIds);
  await putFaqEntry(trx, orgId, entryId, {
    ...before,
    ...columnsOf(FAQ_FIELDS, { favourite: false, ...values }),
    favouriteAt: values.favourite ? (before.favouriteAt ?? isoNow(now)) : null,
    modifiedAt: isoNow(now),
    productIds: values.productIds,
  });
  await contentChanged(trx, orgId);
}

/**
 * Makes an entry what is said of it, whether it is there or not: for history and content, which
 * look at what else there is and say themselves that the content changed.
 */
export async function putFaqEntry(
  trx: Writer,
  orgId: string,
  id: string,
  {
    productIds,
    ...columns
  }: Omit<FaqEntriesTable, "orgId" | "id"> & {
    productIds: readonly string[];
  },
): Promise<void> {
  await trx
    .insertInto("faqEntries")
    .values({ ...columns, orgId, id })
    .onConflict((conflict) => conflict.columns(["orgId", "id"]).doUpdateSet(columns))
    .execute();
  await inOrg(trx, orgId).deleteFrom("faqProducts").where("entryId", "=", id).execute();
  const products = productRows(orgId, id, productIds);
  await inBatches(products, (batch) => trx.insertInto("faqProducts").values(batch).execute());
}

/** Takes an entry away, as `putFaqEntry` makes one. */
export function dropFaqEntry(trx: Writer, orgId: string, id: string) {
  return inOrg(trx, orgId).deleteFrom("faqEntries").where("id", "=", id).executeTakeFirst();
}

/**
 * Stars an entry, or takes the star: what it says stays. The same again changes nothing. @throws
 * NotFound
 */
export async function favouriteFaqEntry(
  trx: Writer,
  orgId: string,
  entryId: string,
  favourite: boolean,
  now: Date,
): Promise<void> {
  const before = await findFaqEntry(trx, orgId, entryId);
  if (before === null) throw new NotFound("FAQ entry");
  if ((before.favouriteAt !== null) === favourite) return;
  await inOrg(trx, orgId)
    .updateTable("faqEntries")
    .set({ favouriteAt: favourite ? isoNow(now) : null })
    .where("id", "=", entryId)
    .execute();
  await contentChanged(trx, orgId);
}

/** Removes an entry. @throws NotFound */
export async function removeFaqEntry(trx: Writer, orgId: string, entryId: string): Promise<void> {
  mustChange(await dropFaqEntry(trx, orgId, entryId), "FAQ entry");
  await contentChanged(trx, orgId);
}

function productRows(orgId: string, entryId: string, productIds: readonly string[]) {
  return [...new Set(productIds)].map((productId) => ({ orgId, entryId, productId }));
}
