import { announce } from "#tenancy/webhooks/store/announce.server.ts";
import { takesDocuments } from "#model/cards/catalogue/index.ts";
import { productEntryId } from "#model/entry-ids.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { inBatches } from "#db/batches.ts";
import { isoNow } from "#db/ids.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * Links documents to an item, beside those that are linked already; the same link twice changes
 * nothing. Each new link is a row of the audit.
 * @throws NotFound when the item or a document is not the org's; Refused for an item that takes no
 *   documents
 */
export async function linkDocuments(
  write: Write,
  productId: string,
  itemUid: string,
  documentIds: readonly string[],
): Promise<void> {
  const { trx, orgId } = write;
  const before = await linkedTo(trx, orgId, productId, itemUid);
  await linkManyDocuments(
    write,
    productId,
    documentIds.map((documentId) => ({ itemUid, documentId })),
  );
  for (const documentId of unique(documentIds)) {
    if (before.has(documentId)) continue;
    await recordAudit(write, {
      action: "document.linked",
      subject: documentId,
      detail: { productId, itemUid },
    });
    const document = await inOrg(trx, orgId)
      .selectFrom("documents")
      .select("originalName")
      .where("id", "=", documentId)
      .executeTakeFirstOrThrow();
    await announce(write, {
      type: "document.published",
      subjectId: documentId,
      path: `/documents/${documentId}`,
      facts: { name: document.originalName, productId, itemUid },
    });
  }
}

/**
 * Links documents to many items of a product at once, as the import of content does. It writes no
 * row of the audit a link: an import has thousands, and is one thing that was done.
 * @throws as `linkDocuments`
 */
export async function linkManyDocuments(
  { trx, orgId, by, now }: Write,
  productId: string,
  links: readonly { itemUid: string; documentId: string }[],
): Promise<void> {
  await inBatches(unique(links.map((link) => link.itemUid)), async (uids) => {
    const found = await inOrg(trx, orgId)
      .selectFrom("items")
      .select(["uid", "kind"])
      .where("productId", "=", productId)
      .where("uid", "in", uids)
      .execute();
    if (found.length < uids.length) throw new NotFound("item");
    if (!found.every(takesDocuments))
      throw new Refused("This item can’t have documents.", "documents");
  });
  await inBatches(unique(links.map((link) => link.documentId)), async (ids) => {
    const found = await inOrg(trx, orgId)
      .selectFrom("documents")
      .select("id")
      .where("id", "in", ids)
      .execute();
    if (found.length < ids.length) throw new NotFound("document");
  });
  const rows = links.map((link) => ({
    orgId,
    productId,
    ...link,
    linkedAt: isoNow(now),
    linkedBy: by.actorName,
  }));
  await inBatches(rows, (batch) =>
    trx
      .insertInto("itemDocuments")
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  await noteEntries(
    { trx, orgId, now },
    "documents",
    links.map(({ documentId }) => documentId),
  );
  await noteItems(
    { trx, orgId, now },
    productId,
    links.map(({ itemUid }) => itemUid),
  );
  await contentChanged(trx, orgId);
}

/** Notes that items have other documents from now on. */
function noteItems(
  write: Omit<Write, "by">,
  productId: string,
  uids: readonly string[],
): Promise<void> {
  return noteEntries(
    write,
    "items",
    uids.map((uid) => productEntryId(productId, uid)),
  );
}

/**
 * As `linkManyDocuments`, for items that carry no other documents than these from now on.
 * @param wanted the documents of each item
 */
export async function linkOnlyDocuments(
  write: Write,
  productId: string,
  wanted: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const { trx, orgId } = write;
  await inBatches([...wanted.keys()], async (uids) => {
    const held = await inOrg(trx, orgId)
      .selectFrom("itemDocuments")
      .select(["itemUid", "documentId"])
      .where("productId", "=", productId)
      .where("itemUid", "in", uids)
      .execute();
    const unwanted = held.filter(
      ({ itemUid, documentId }) => wanted.get(itemUid)?.includes(documentId) !== true,
    );
    for (const { itemUid, documentId } of unwanted)
      await inOrg(trx, orgId)
        .deleteFrom("itemDocuments")
        .where("productId", "=", productId)
        .where("itemUid", "=", itemUid)
        .where("documentId", "=", documentId)
        .execute();
    await noteEntries(
      write,
      "documents",
      unwanted.map(({ documentId }) => documentId),
    );
    await noteItems(
      write,
      productId,
      unwanted.map(({ itemUid }) => itemUid),
    );
  });
  const links = [...wanted].flatMap(([itemUid, ids]) =>
    ids.map((documentId) => ({ itemUid, documentId })),
  );
  await linkManyDocuments(write, productId, links);
}

/**
 * Takes documents from an item; the documents themselves stay. Those that aren't linked change
 * nothing; the others are a row of the audit each.
 */
export async function unlinkDocuments(
  write: Write,
  productId: string,
  itemUid: string,
  documentIds: readonly string[],
): Promise<void> {
  const { trx, orgId } = write;
  const before = await linkedTo(trx, orgId, productId, itemUid);
  const linked = unique(documentIds).filter((id) => before.has(id));
  await inBatches(linked, (ids) =>
    inOrg(trx, orgId)
      .deleteFrom("itemDocuments")
      .where("productId", "=", productId)
      .where("itemUid", "=", itemUid)
      .where("documentId", "in", ids)
      .execute(),
  );
  await noteEntries(write, "documents", linked);
  if (linked.length > 0) await noteItems(write, productId, [itemUid]);
  for (const documentId of linked)
    await recordAudit(write, {
      action: "document.unlinked",
      subject: documentId,
      detail: { productId, itemUid },
    });
  await contentChanged(trx, orgId);
}

async function linkedTo(
  trx: Writer,
  orgId: string,
  productId: string,
  itemUid: string,
): Promise<ReadonlySet<string>> {
  const rows = await inOrg(trx, orgId)
    .selectFrom("itemDocuments")
    .select("documentId")
    .where("productId", "=", productId)
    .where("itemUid", "=", itemUid)
    .execute();
  return new Set(rows.map((row) => row.documentId));
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
