import { inBatches } from "#db/batches.ts";
import { newId } from "#db/ids.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * Puts on an empty product what stands on another: the order of its page, cards, items with their
 * documents, subprocessors, customers, grades. Rights are not copied: nobody sees restricted items
 * of a copy before staff have chosen so.
 */
export async function addProductCopy(
  { trx, orgId, now }: Omit<Write, "by">,
  fromId: string,
  toId: string,
): Promise<void> {
  const of = { orgId, productId: fromId };
  const page = await inOrg(trx, orgId)
    .selectFrom("productPages")
    .select([
      "sectionOrderJson",
      "cardOrderJson",
      "hiddenSectionsJson",
      "featuredJson",
      "documentOrderJson",
    ])
    .where("productId", "=", fromId)
    .executeTakeFirst();
  if (page !== undefined)
    await inOrg(trx, orgId)
      .updateTable("productPages")
      .set(page)
      .where("productId", "=", toId)
      .execute();
  const cards = await inOrg(trx, orgId)
    .selectFrom("cards")
    .selectAll()
    .where("productId", "=", fromId)
    .execute();
  for (const { kind, title, displayText, placeholder, iconAssetId, hiddenAt, hiddenBy } of cards) {
    await inOrg(trx, orgId)
      .updateTable("cards")
      .set({ title, displayText, placeholder, iconAssetId, hiddenAt, hiddenBy })
      .where("productId", "=", toId)
      .where("kind", "=", kind)
      .execute();
  }
  const items = await inOrg(trx, of.orgId)
    .selectFrom("items")
    .selectAll()
    .where("productId", "=", of.productId)
    .execute();
  await inBatches(
    items.map((item) => ({ ...item, productId: toId })),
    (rows) => trx.insertInto("items").values(rows).execute(),
  );
  const documents = await inOrg(trx, of.orgId)
    .selectFrom("itemDocuments")
    .selectAll()
    .where("productId", "=", of.productId)
    .execute();
  await inBatches(
    documents.map((link) => ({ ...link, productId: toId })),
    (rows) => trx.insertInto("itemDocuments").values(rows).execute(),
  );
  await noteEntries(
    { trx, orgId, now },
    "documents",
    documents.map(({ documentId }) => documentId),
  );
  for (const table of ["trustedCompanies", "subprocessors", "securityGrades"] as const) {
    const rows = await inOrg(trx, of.orgId)
      .selectFrom(table)
      .selectAll()
      .where("productId", "=", of.productId)
      .execute();
    const copies = rows.map((row) => ({ ...row, id: newId(), productId: toId }));
    await inBatches(copies, (batch) =>
      trx
        .insertInto(table)
        .values(batch as never)
        .execute(),
    );
    if (table === "subprocessors")
      await noteEntries(
        { trx, orgId, now },
        table,
        copies.map(({ id }) => id),
      );
  }
  await contentChanged(trx, orgId);
}
