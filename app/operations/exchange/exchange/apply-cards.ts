import { catalogueItem } from "#model/cards/catalogue/index.ts";
import type {
  BridgeLetter,
  EnabledState,
  ListEntry,
  Maturity,
  Recurrence,
} from "#model/items/items.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import type { Integration } from "#model/integrations.ts";
import { inBatches } from "#db/batches.ts";
import { isoNow } from "#db/ids.ts";
import { inOrg } from "#db/tenant.ts";
import { linkManyDocuments, saveItems } from "#content/items/store/items.server.ts";
import { SUBPROCESSOR_FIELDS } from "#content/subprocessors/forms/subprocessors.ts";
import { names, text, type Applying } from "./applying.ts";
import { entryOf } from "./entry-values.ts";
import type { Change, Value } from "./rows.ts";

/** A key inside a product: the product's uid has no slash. */
export function inside(key: string): { product: string; own: string } {
  const at = key.indexOf("/");
  return { product: key.slice(0, at), own: key.slice(at + 1) };
}

export async function saveCard(
  { trx, orgId, uids, assets, by, now }: Applying,
  key: string,
  value: Value,
): Promise<void> {
  const { product, own } = inside(key);
  const productId = uids.idOf("product", product);
  const card = () =>
    inOrg(trx, orgId)
      .updateTable("cards")
      .where("productId", "=", productId)
      .where("kind", "=", own as CardKind);
  await card()
    .set({
      title: text(value.title),
      displayText: text(value.displayText),
      placeholder: text(value.placeholder),
      iconAssetId: await assets.idOf("icon", `${own}-icon`, value.icon),
    })
    .execute();
  if (value.hidden === true)
    await card()
      .set({ hiddenAt: isoNow(now), hiddenBy: by.actorName })
      .where("hiddenAt", "is", null)
      .execute();
  else await card().set({ hiddenAt: null, hiddenBy: null }).execute();
}

export async function saveAllItems(applying: Applying, changes: readonly Change[]): Promise<void> {
  const { trx, orgId, uids, now } = applying;
  for (const product of new Set(changes.map(({ key }) => inside(key).product))) {
    const productId = uids.idOf("product", product);
    const own = changes.filter(({ key }) => inside(key).product === product);
    const entries = [];
    for (const { row } of own) entries.push(await itemEntry(applying, row.value));
    // Moved first: saving leaves an item in its card.
    for (const { row } of own)
      await items(applying, productId, String(row.value.uid))
        .set({ kind: row.value.kind as CardKind })
        .execute();
    await saveItems(trx, orgId, productId, entries);
    for (const { row } of own) {
      const itemUid = String(row.value.uid);
      await items(applying, productId, itemUid)
        .set({ position: typeof row.value.position === "number" ? row.value.position : null })
        .execute();
      await inOrg(trx, orgId)
        .deleteFrom("oldItemSlugs")
        .where("productId", "=", productId)
        .where("itemUid", "=", itemUid)
        .execute();
    }
    const slugs = own.flatMap(({ row }) =>
      names(row.value.oldSlugs).map((slug) => ({
        orgId,
        productId,
        slug,
        itemUid: String(row.value.uid),
        retiredAt: isoNow(now),
      })),
    );
    await inBatches(slugs, (batch) =>
      trx
        .insertInto("oldItemSlugs")
        .values(batch)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
    for (const { row, fields, what } of own) {
      if (what === "changed" && !fields.includes("documents")) continue;
      const itemUid = String(row.value.uid);
      const wanted = names(row.value.documents).map((uid) => uids.idOf("document", uid));
      await inOrg(trx, orgId)
        .deleteFrom("itemDocuments")
        .where("productId", "=", productId)
        .where("itemUid", "=", itemUid)
        .$if(wanted.length > 0, (query) => query.where("documentId", "not in", wanted))
        .execute();
      if (wanted.length > 0)
        await linkManyDocuments(
          applying,
          productId,
          wanted.map((documentId) => ({ itemUid, documentId })),
        );
    }
  }
}

function items({ trx, orgId }: Applying, productId: string, uid: string) {
  return inOrg(trx, orgId)
    .updateTable("items")
    .where("productId", "=", productId)
    .where("uid", "=", uid);
}

/**
 * A custom item's title, or what an item of the catalogue is called here; without one it is called
 * as it is there.
 */
function titleOf(value: Value): { title?: string; ownTitle?: string | null } {
  const title = text(value.title);
  if (catalogueItem(String(value.uid)) !== undefined) return { ownTitle: title };
  return title === null ? {} : { title };
}

/** A row is the whole item: what it does not say is empty. */
async function itemEntry({ assets, by, now }: Applying, value: Value) {
  const modified = value.lastModified as { on: string; by: string } | undefined;
  const entries = value.listEntries as ListEntry[] | undefined;
  return {
    values: {
      uid: String(value.uid),
      kind: value.kind as CardKind,
      ...titleOf(value),
      enabledState: (value.state ?? "Enabled") as EnabledState,
      publicAccess: value.publicAccess === true,
      hidden: value.hidden === true,
      explanation: text(value.explanation),
      href: text(value.href),
      type: text(value.type),
      choice: text(value.choice),
      maturity: text(value.maturity) as Maturity | null,
      recurrence: text(value.recurrence) as Recurrence | null,
      auditor: text(value.auditor),
      expiry: text(value.expiry),
      listEntries: entries ?? null,
      bridgeLetter: (value.bridgeLetter as BridgeLetter | undefined) ?? null,
      integration: (value.integration as Integration | undefined) ?? null,
      badgeAssetId: await assets.idOf("badge", String(value.uid), value.badge),
      customSlug: text(value.slug),
    },
    stamp: {
      by: modified?.by ?? by.actorName,
      on: modified === undefined ? now : new Date(modified.on),
    },
  };
}

export async function saveSubprocessor(
  { trx, orgId, uids }: Applying,
  key: string,
  value: Value,
): Promise<void> {
  const productId = uids.idOf("product", inside(key).product);
  const id = uids.idOf("subprocessor", String(value.uid));
  const row = {
    companyId: uids.idOf("company", String(value.company)),
    ...entryOf(SUBPROCESSOR_FIELDS, value),
    position: typeof value.position === "number" ? value.position : null,
    createdAt: String(value.createdAt),
  };
  await trx
    .insertInto("subprocessors")
    .values({ orgId, productId, id, ...row })
    .onConflict((conflict) => conflict.columns(["orgId", "productId", "id"]).doUpdateSet(row))
    .execute();
}
