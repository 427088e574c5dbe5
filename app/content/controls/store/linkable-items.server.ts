import { Refused } from "#db/refusals.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { CARD_TITLES, isListItem, type CardKind } from "#model/cards/kinds.ts";

/** An item that a control can name. */
export interface LinkableItem {
  uid: string;
  title: string;
  kind: CardKind;
  /** 'Access Control: Single sign-on' */
  label: string;
}

/** The items of an org's products, each uid once, by their cards and titles. */
export async function linkableItems(db: Reader, orgId: string): Promise<LinkableItem[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("items")
    .innerJoin("products", (join) =>
      join.onRef("products.orgId", "=", "items.orgId").onRef("products.id", "=", "items.productId"),
    )
    .select(["items.uid", "items.title", "items.kind", "items.sortKey"])
    .orderBy("products.position")
    .orderBy("items.sortKey")
    .orderBy("items.uid")
    .execute();
  const items = new Map<string, LinkableItem & { key: string }>();
  for (const { uid, title, kind, sortKey: key } of rows) {
    if (isListItem(uid) || kind === "CustomerData" || items.has(uid)) continue;
    items.set(uid, { uid, title, kind, label: `${CARD_TITLES[kind]}: ${title}`, key });
  }
  return [...items.values()]
    .sort((a, b) => {
      const [one, other] = [CARD_TITLES[a.kind] + a.key, CARD_TITLES[b.kind] + b.key];
      return one < other ? -1 : one > other ? 1 : 0;
    })
    .map(({ key: _order, ...item }) => item);
}

/**
 * Ends a verb whose control names an item that no product has; one that it names already stays.
 * @throws Refused
 */
export async function mustFindItem(
  db: Reader,
  orgId: string,
  itemUid: string | null | undefined,
): Promise<void> {
  if (itemUid === null || itemUid === undefined) return;
  const row = await inOrg(db, orgId)
    .selectFrom("items")
    .select("uid")
    .where("uid", "=", itemUid)
    .limit(1)
    .executeTakeFirst();
  if (row === undefined || isListItem(itemUid))
    throw new Refused("This item no longer exists. Choose again.", "itemUid");
}
