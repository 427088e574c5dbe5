import { CARD_TITLES, isCardKind } from "#model/cards/kinds.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { AccessRequest } from "./access-requests.server.ts";

/**
 * What a request asks for in words, such as 'Reports: SOC 2 Type II': the card and the item that it
 * was sent at.
 * @returns null when it names neither
 */
export async function askedItemName(
  db: Reader,
  orgId: string,
  { itemUid, itemKind, productId }: Pick<AccessRequest, "itemUid" | "itemKind" | "productId">,
): Promise<string | null> {
  const card = itemKind !== null && isCardKind(itemKind) ? CARD_TITLES[itemKind] : null;
  if (itemUid === null) return card;
  let query = inOrg(db, orgId).selectFrom("items").select("title").where("uid", "=", itemUid);
  if (productId !== null) query = query.where("productId", "=", productId);
  const item = await query.limit(1).executeTakeFirst();
  return [card, item?.title].filter(Boolean).join(": ") || null;
}
