import {
  CARD_TITLES,
  type CardKind,
  LIST_ITEMS,
  type ListKind,
  NOT_MOVABLE_KINDS,
  isListItem,
} from "../../cards/rules/kinds.ts";
import { inBatches } from "../../../../db/batches.ts";
import { mustFindAsset } from "../../settings/store/customizations.server.ts";
import { isoNow, newId } from "../../../../db/ids.ts";
import { ItemSlugs } from "./item-slugs.server.ts";
import {
  type ItemStamp,
  type ItemValues,
  UPDATED_COLUMNS,
  itemRow,
  titleOf,
} from "./item-values.server.ts";
import { contentChanged } from "../../orgs/store/orgs.server.ts";
import { featureItems, mustFindProduct } from "../../products/store/products.server.ts";
import { NotFound, Refused, mustChange } from "../../../../db/refusals.ts";
import type { ItemsTable } from "../../../../db/schema.ts";
import type { Reader, Writer } from "../../../../db/store.ts";
import {
  type StaffEvent,
  recordStaffEvents,
} from "../../visitor-events/store/visitor-events.server.ts";
import type { EnabledState } from "../rules/items.ts";

export { linkDocuments, linkManyDocuments, unlinkDocuments } from "./item-documents.server.ts";
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
async function noteAccess(
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
    await recordStaffEvents(trx, first[1].orgId, events, now);
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

/**
 * Hides a restricted item: only accounts whose profile includes it know that it is there.
 * @throws NotFound; Refused for a public item, which is restricted first
 */
export async function hideItem(
  trx: Writer,
  orgId: string,
  productId: string,
  uid: string,
  by: string,
  now: Date = new Date(),
): Promise<void> {
  const item = await mustFindItem(trx, orgId, productId, uid);
  if (item.publicAccess === 1)
    throw new Refused("A public item can't be hidden. Restrict it first.");
  const at = isoNow(now);
  await itemRows(trx, orgId, productId)
    .set({ hiddenAt: at, hiddenBy: by, lastModifiedOn: at, lastModifiedBy: by })
    .where("uid", "=", uid)
    .execute();
  await noteAccess(trx, [[item, { ...item, hiddenAt: at }]], now);
  await contentChanged(trx, orgId);
}

/** Shows a hidden item again, as a restricted one. @throws NotFound */
export async function showItem(
  trx: Writer,
  orgId: string,
  productId: string,
  uid: string,
  by: string,
  now: Date = new Date(),
): Promise<void> {
  const changes = {
    hiddenAt: null,
    hiddenBy: null,
    lastModifiedOn: isoNow(now),
    lastModifiedBy: by,
  };
  const item = await mustFindItem(trx, orgId, productId, uid);
  await itemRows(trx, orgId, productId).set(changes).where("uid", "=", uid).execute();
  await noteAccess(trx, [[item, { ...item, hiddenAt: null }]], now);
  await contentChanged(trx, orgId);
}

/**
 * Removes an item with its links to documents, its slugs and its places in profiles and among the
 * featured ones; the documents stay.
 * @throws NotFound
 */
export async function removeItem(
  trx: Writer,
  orgId: string,
  productId: string,
  uid: string,
): Promise<void> {
  const result = await trx
    .deleteFrom("items")
    .where("orgId", "=", orgId)
    .where("productId", "=", productId)
    .where("uid", "=", uid)
    .executeTakeFirst();
  mustChange(result, "item");
  const page = await trx
    .selectFrom("productPages")
    .select("featuredJson")
    .where("orgId", "=", orgId)
    .where("productId", "=", productId)
    .executeTakeFirst();
  const featured = JSON.parse(page?.featuredJson ?? "[]") as string[];
  if (featured.includes(uid))
    await featureItems(
      trx,
      orgId,
      productId,
      featured.filter((other) => other !== uid),
    );
  else await contentChanged(trx, orgId);
}

/**
 * Moves an item to another card, where it takes its default place.
 * @throws NotFound; Refused from and to the cards that don't take part: what moved into one could
 *   never leave it
 */
export async function moveItem(
  trx: Writer,
  orgId: string,
  productId: string,
  uid: string,
  kind: CardKind,
  by: string,
  now: Date = new Date(),
): Promise<void> {
  const item = await mustFindItem(trx, orgId, productId, uid);
  for (const card of [item.kind, kind]) {
    if (NOT_MOVABLE_KINDS.has(card))
      throw new Refused(
        `Items of the ${CARD_TITLES[card]} card stay there, and no others come in.`,
        "destinationCardId",
      );
  }
  if (isListItem(uid))
    throw new Refused("What stands for a list stays on its card.", "destinationCardId");
  const changes = { kind, position: null, lastModifiedOn: isoNow(now), lastModifiedBy: by };
  await itemRows(trx, orgId, productId).set(changes).where("uid", "=", uid).execute();
  await contentChanged(trx, orgId);
}

function itemRows(trx: Writer, orgId: string, productId: string) {
  return trx.updateTable("items").where("orgId", "=", orgId).where("productId", "=", productId);
}

async function mustFindItem(
  trx: Writer,
  orgId: string,
  productId: string,
  uid: string,
): Promise<ItemsTable> {
  const row = (await itemsByUid(trx, orgId, productId, [uid])).get(uid);
  if (row === undefined) throw new NotFound("item");
  return row;
}

async function itemsByUid(
  trx: Writer,
  orgId: string,
  productId: string,
  uids: readonly string[],
): Promise<Map<string, ItemsTable>> {
  const found = new Map<string, ItemsTable>();
  await inBatches(uids, async (batch) => {
    const rows = await trx
      .selectFrom("items")
      .selectAll()
      .where("orgId", "=", orgId)
      .where("productId", "=", productId)
      .where("uid", "in", batch)
      .execute();
    for (const row of rows) found.set(row.uid, row);
  });
  return found;
}

/** Notes on a list's item who changed the list and when; the first change enables it. */
export async function touchListItem(
  trx: Writer,
  orgId: string,
  productId: string,
  kind: ListKind,
  stamp: ItemStamp,
): Promise<void> {
  await saveItem(trx, orgId, productId, { uid: LIST_ITEMS[kind], kind }, stamp);
}

/** The state of a list's item; null while nobody has touched the list. */
export async function listState(
  db: Reader,
  orgId: string,
  productId: string,
  kind: ListKind,
): Promise<EnabledState | null> {
  const row = await db
    .selectFrom("items")
    .select("enabledState")
    .where("orgId", "=", orgId)
    .where("productId", "=", productId)
    .where("uid", "=", LIST_ITEMS[kind])
    .executeTakeFirst();
  return row?.enabledState ?? null;
}
