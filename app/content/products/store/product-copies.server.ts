import { inBatches } from "#db/batches.ts";
import { newId } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import type { Writer } from "#db/store.ts";

/**
 * Puts on an empty product what stands on another: the order of its page, cards, items with their
 * documents, subprocessors, customers, grades. Rights are not copied: nobody sees restricted items
 * of a copy before staff have chosen so.
 */
export async function addProductCopy(
  trx: Writer,
  orgId: string,
  fromId: string,
  toId: string,
): Promise<void> {
  const of = { orgId, productId: fromId };
  const page = await trx
    .selectFrom("productPages")
    .select([
      "sectionOrderJson",
      "cardOrderJson",
      "hiddenSectionsJson",
      "featuredJson",
      "documentOrderJson",
    ])
    .where("orgId", "=", orgId)
    .where("productId", "=", fromId)
    .executeTakeFirst();
  if (page !== undefined)
    await trx
      .updateTable("productPages")
      .set(page)
      .where("orgId", "=", orgId)
      .where("productId", "=", toId)
      .execute();
  const cards = await trx
    .selectFrom("cards")
    .selectAll()
    .where("orgId", "=", orgId)
    .where("productId", "=", fromId)
    .execute();
  for (const { kind, title, displayText, placeholder, iconAssetId, hiddenAt, hiddenBy } of cards) {
    await trx
      .updateTable("cards")
      .set({ title, displayText, placeholder, iconAssetId, hiddenAt, hiddenBy })
      .where("orgId", "=", orgId)
      .where("productId", "=", toId)
      .where("kind", "=", kind)
      .execute();
  }
  const items = await trx
    .selectFrom("items")
    .selectAll()
    .where("orgId", "=", of.orgId)
    .where("productId", "=", of.productId)
    .execute();
  await inBatches(
    items.map((item) => ({ ...item, productId: toId })),
    (rows) => trx.insertInto("items").values(rows).execute(),
  );
  const documents = await trx
    .selectFrom("itemDocuments")
    .selectAll()
    .where("orgId", "=", of.orgId)
    .where("productId", "=", of.productId)
    .execute();
  await inBatches(
    documents.map((link) => ({ ...link, productId: toId })),
    (rows) => trx.insertInto("itemDocuments").values(rows).execute(),
  );
  for (const table of ["trustedCompanies", "subprocessors", "securityGrades"] as const) {
    const rows = await trx
      .selectFrom(table)
      .selectAll()
      .where("orgId", "=", of.orgId)
      .where("productId", "=", of.productId)
      .execute();
    await inBatches(
      rows.map((row) => ({ ...row, id: newId(), productId: toId })),
      (copies) =>
        trx
          .insertInto(table)
          .values(copies as never)
          .execute(),
    );
  }
  await contentChanged(trx, orgId);
}
