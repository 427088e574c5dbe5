import {
  CARD_TITLES,
  type CardKind,
  LIST_ITEMS,
  type ListKind,
  NOT_MOVABLE_KINDS,
  isListItem,
} from "#model/cards/kinds.ts";
import { isoNow } from "#db/ids.ts";
import type { ItemStamp } from "./item-values.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { featureItems } from "#content/products/store/product-order.server.ts";
import { NotFound, Refused, mustChange } from "#db/refusals.ts";
import type { ItemsTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { EnabledState } from "#model/items/items.ts";
import { itemRows, itemsByUid, saveItem } from "./items.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

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
  const result = await inOrg(trx, orgId)
    .deleteFrom("items")
    .where("productId", "=", productId)
    .where("uid", "=", uid)
    .executeTakeFirst();
  mustChange(result, "item");
  const page = await inOrg(trx, orgId)
    .selectFrom("productPages")
    .select("featuredJson")
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
  { trx, orgId, by, now }: Write,
  productId: string,
  uid: string,
  kind: CardKind,
): Promise<void> {
  const item = await mustFindItem(trx, orgId, productId, uid);
  for (const card of [item.kind, kind]) {
    if (NOT_MOVABLE_KINDS.has(card))
      throw new Refused(
        `Items can’t be moved to or from the ${CARD_TITLES[card]} card.`,
        "destinationCardId",
      );
  }
  if (isListItem(uid))
    throw new Refused("This item shows a list and can’t be moved.", "destinationCardId");
  const changes = {
    kind,
    position: null,
    lastModifiedOn: isoNow(now),
    lastModifiedBy: by.actorName,
  };
  await itemRows(trx, orgId, productId).set(changes).where("uid", "=", uid).execute();
  await contentChanged(trx, orgId);
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
  const row = await inOrg(db, orgId)
    .selectFrom("items")
    .select("enabledState")
    .where("productId", "=", productId)
    .where("uid", "=", LIST_ITEMS[kind])
    .executeTakeFirst();
  return row?.enabledState ?? null;
}
