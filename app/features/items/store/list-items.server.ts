import { saveItem, type ItemStamp } from "./items.server.ts";
import type { Reader, Writer } from "../../../../db/store.ts";
import type { EnabledState } from "../rules/items.ts";
import { LIST_ITEMS, type ListKind } from "../../cards/rules/kinds.ts";

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
