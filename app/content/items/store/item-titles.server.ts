import { CATALOGUE } from "#model/cards/catalogue/index.ts";
import { CARD_TITLES, type CardKind } from "#model/cards/kinds.ts";
import { sortKey } from "#values/names.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * The other item of a product that is called so already, or the one of the catalogue that nobody
 * ticked yet; null when there is none. Case and accents make no difference.
 */
export async function findSameTitle(
  db: Reader,
  orgId: string,
  productId: string,
  title: string,
  uid: string,
): Promise<{ uid: string; title: string; kind: CardKind; cardTitle: string } | null> {
  const key = sortKey(title);
  const row = await inOrg(db, orgId)
    .selectFrom("items")
    .innerJoin("cards", (join) =>
      join
        .onRef("cards.orgId", "=", "items.orgId")
        .onRef("cards.productId", "=", "items.productId")
        .onRef("cards.kind", "=", "items.kind"),
    )
    .select(["items.uid", "items.title", "items.kind", "cards.title as cardTitle"])
    .where("items.productId", "=", productId)
    .where("items.sortKey", "=", key)
    .where("items.uid", "<>", uid)
    .limit(1)
    .executeTakeFirst();
  if (row !== undefined) return { ...row, cardTitle: row.cardTitle ?? CARD_TITLES[row.kind] };
  const standard = CATALOGUE.find((item) => item.uid !== uid && sortKey(item.title) === key);
  if (standard === undefined || (await exists(db, orgId, productId, standard.uid))) return null;
  const kind = standard.uid.split(".")[0] as CardKind;
  return { uid: standard.uid, title: standard.title, kind, cardTitle: CARD_TITLES[kind] };
}

/** A standard item that was renamed or moved is called otherwise now. */
async function exists(db: Reader, orgId: string, productId: string, uid: string): Promise<boolean> {
  return (
    (await inOrg(db, orgId)
      .selectFrom("items")
      .select("uid")
      .where("productId", "=", productId)
      .where("uid", "=", uid)
      .executeTakeFirst()) !== undefined
  );
}
