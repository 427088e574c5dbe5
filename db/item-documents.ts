import { inBatches } from "./batches.ts";
import { isoNow } from "./ids.ts";
import { contentChanged } from "./orgs.ts";
import { NotFound } from "./refusals.ts";
import type { Writer } from "./store.ts";

/**
 * Links documents to an item, beside those that are linked already; the same link twice changes nothing.
 * @throws NotFound when the item or a document is not the org's
 */
export async function linkDocuments(
  trx: Writer,
  orgId: string,
  productId: string,
  itemUid: string,
  documentIds: readonly string[],
  by: string,
  now: Date = new Date(),
): Promise<void> {
  await linkManyDocuments(trx, orgId, productId, documentIds.map((documentId) => ({ itemUid, documentId })), by, now);
}

/** Links documents to many items of a product at once. @throws as `linkDocuments` */
export async function linkManyDocuments(
  trx: Writer,
  orgId: string,
  productId: string,
  links: readonly { itemUid: string; documentId: string }[],
  by: string,
  now: Date = new Date(),
): Promise<void> {
  await inBatches(unique(links.map((link) => link.itemUid)), async (uids) => {
    const found = await trx.selectFrom("items").select("uid").where("orgId", "=", orgId).where("productId", "=", productId).where("uid", "in", uids).execute();
    if (found.length < uids.length) throw new NotFound("item");
  });
  await inBatches(unique(links.map((link) => link.documentId)), async (ids) => {
    const found = await trx.selectFrom("documents").select("id").where("orgId", "=", orgId).where("id", "in", ids).execute();
    if (found.length < ids.length) throw new NotFound("document");
  });
  const rows = links.map((link) => ({ orgId, productId, ...link, linkedAt: isoNow(now), linkedBy: by }));
  await inBatches(rows, (batch) => trx.insertInto("itemDocuments").values(batch).onConflict((conflict) => conflict.doNothing()).execute());
  await contentChanged(trx, orgId);
}

/** Takes documents from an item; the documents themselves stay. Those that aren't linked change nothing. */
export async function unlinkDocuments(trx: Writer, orgId: string, productId: string, itemUid: string, documentIds: readonly string[]): Promise<void> {
  await inBatches(documentIds, (ids) =>
    trx.deleteFrom("itemDocuments").where("orgId", "=", orgId).where("productId", "=", productId).where("itemUid", "=", itemUid).where("documentId", "in", ids).execute(),
  );
  await contentChanged(trx, orgId);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
