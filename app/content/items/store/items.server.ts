import { inBatches } from "#db/batches.ts";
import { mustFindAsset } from "#company/settings/store/customizations.server.ts";
import { newId } from "#db/ids.ts";
import { ItemSlugs } from "./item-slugs.server.ts";
import {
  type ItemStamp,
  type ItemValues,
  UPDATED_COLUMNS,
  itemRow,
  titleOf,
} from "./item-values.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { mustFindProduct } from "#tenancy/products/store/products.server.ts";
import { prepared } from "#db/prepared.ts";
import type { ItemsTable } from "#db/schema.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import {
  type StaffEvent,
  recordStaffEvents,
} from "#tenancy/visitor-events/store/visitor-events.server.ts";

export {
  linkDocuments,
  linkManyDocuments,
  linkOnlyDocuments,
  unlinkDocuments,
} from "./item-documents.server.ts";

export type { ItemStamp, ItemValues };

/**
 * Saves an item of a product: a new one, or the one with that uid.
 * @returns its uid
 * @throws NotFound when the product or the badge is not the org's; Refused when the slug is another
 *   item's
 */
export async function saveItem(
  trx: Writer,
  orgId: string,
  productId: string,
  values: ItemValues,
  stamp: ItemStamp,
): Promise<string> {
  const [uid] = await saveItems(trx, orgId, productId, [{ values, stamp }]);
  return uid ?? "";
}

/**
 * Saves many items of a product at once, each with a uid of its own.
 * @returns their uids, in the same order
 * @throws as `saveItem`; nothing is saved then
 */
export async function saveItems(
  trx: Writer,
  orgId: string,
  productId: string,
  entries: readonly { values: ItemValues; stamp: ItemStamp }[],
): Promise<string[]> {
  await mustFindProduct(trx, orgId, productId);
  const drafts = entries.map((entry) => ({
    ...entry,
    uid: entry.values.uid ?? `custom.${newId()}`,
  }));
  if (new Set(drafts.map(({ uid }) => uid)).size < drafts.length)
    throw new RangeError("an item is saved twice in one batch");
  for (const id of new Set(entries.map(({ values }) => values.badgeAssetId)))
    await mustFindAsset(trx, orgId, id);

  const existing = await itemsByUid(
    trx,
    orgId,
    productId,
    drafts.map(({ uid }) => uid),
  );
  const titled = drafts.map((draft) => ({
    ...draft,
    title: titleOf(draft.uid, draft.values, existing.get(draft.uid)),
    customSlug: draft.values.customSlug,
  }));
  // Items that keep title and URL keep their slugs: the others of the product, thousands perhaps,
  // are not asked for.
  const slugs = titled.every((draft) => keepsSlugs(draft, existing.get(draft.uid)))
    ? null
    : await ItemSlugs.of(trx, orgId, productId);
  const settled =
    slugs === null
      ? titled.map((draft) => ({ ...draft, ...slugsIn(existing.get(draft.uid)) }))
      : slugs.settle(titled);
  const rows = settled.map((draft): ItemsTable => ({
    orgId,
    productId,
    ...itemRow(existing.get(draft.uid), draft),
  }));

  // Two items can swap their custom slugs, but not one after the other.
  const reslugged = rows.filter(
    (row) => existing.has(row.uid) && existing.get(row.uid)?.customSlug !== row.customSlug,
  );
  await inBatches(reslugged, (batch) =>
    itemRows(trx, orgId, productId)
      .set({ customSlug: null })
      .where(
        "uid",
        "in",
        batch.map((row) => row.uid),
      )
      .execute(),
  );
  await inBatches(rows, (batch) =>
    trx
      .insertInto("items")
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .columns(["orgId", "productId", "uid"])
          .doUpdateSet((eb) =>
            Object.fromEntries(
              UPDATED_COLUMNS.map((column) => [column, eb.ref(`excluded.${column}`)]),
            ),
          ),
      )
      .execute(),
  );
  await slugs?.saveOld(trx, orgId, productId, entries[0]?.stamp.on ?? new Date());
  await noteAccess(
    trx,
    rows.flatMap((row) => {
      const before = existing.get(row.uid);
      return before === undefined ? [] : [[before, row] as const];
    }),
    entries[0]?.stamp.on ?? new Date(),
  );
  await contentChanged(trx, orgId);
  return drafts.map(({ uid }) => uid);
}

/** Notes which items are seen by others than before. */
export async function noteAccess(
  trx: Writer,
  changes: readonly (readonly [before: ItemsTable, after: ItemsTable])[],
  now: Date,
): Promise<void> {
  const events = changes.flatMap(([before, after]): StaffEvent[] => {
    const [from, to] = [accessOf(before), accessOf(after)];
    const { productId, uid: itemUid } = after;
    if (from === to) return [];
    const name =
      from === "public" || to === "public"
        ? "item access level changed"
        : "restricted access level changed";
    return [{ name, productId, itemUid, detail: { from, to } }];
  });
  const [first] = changes;
  if (first !== undefined && events.length > 0)
    await recordStaffEvents({ trx, orgId: first[1].orgId, now }, events);
}

function accessOf(item: Pick<ItemsTable, "publicAccess" | "hiddenAt">) {
  if (item.publicAccess === 1) return "public";
  return item.hiddenAt === null ? "restricted" : "hidden";
}

function keepsSlugs(
  { title, customSlug }: { title: string; customSlug: string | null | undefined },
  before: ItemsTable | undefined,
): boolean {
  return (
    before !== undefined &&
    before.title === title &&
    (customSlug === undefined || customSlug === before.customSlug)
  );
}

function slugsIn(item: ItemsTable | undefined): Pick<ItemsTable, "customSlug" | "defaultSlug"> {
  return { customSlug: item?.customSlug ?? null, defaultSlug: item?.defaultSlug ?? "" };
}

export function itemRows(trx: Writer, orgId: string, productId: string) {
  return inOrg(trx, orgId).updateTable("items").where("productId", "=", productId);
}

export async function itemsByUid(
  trx: Writer,
  orgId: string,
  productId: string,
  uids: readonly string[],
): Promise<Map<string, ItemsTable>> {
  const found = new Map<string, ItemsTable>();
  await inBatches(uids, async (batch) => {
    for (const row of await ROWS_OF(trx, { orgId, productId, uids: batch }))
      found.set(row.uid, row);
  });
  return found;
}

const ROWS_OF = prepared((db, p: { orgId: string; productId: string; uids: readonly string[] }) =>
  inOrg(db, p.orgId)
    .selectFrom("items")
    .selectAll()
    .where("productId", "=", p.productId)
    .where("uid", "in", p.uids),
);
