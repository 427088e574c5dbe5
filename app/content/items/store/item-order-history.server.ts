import { CARD_TITLES, isCardKind, type CardKind } from "#model/cards/kinds.ts";
import { placeItems } from "./item-places.server.ts";
import { compareItems } from "#visibility/store/order.server.ts";
import { arrangeDocuments } from "#content/products/store/product-order.server.ts";
import { NotFound } from "#db/refusals.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { listIn, pageOf } from "#content/products/store/order-history.server.ts";
import { productOf, subject, type SubjectKey } from "#tenancy/history/store/subject.server.ts";
import { listLines, orderLine } from "#web/history/store/words.server.ts";

export interface ItemOrderSnapshot {
  /** Items of the card that have a place of their own, in that order. */
  placed: { uid: string; position: number }[];
  /** The Documents card arranges the featured items, too. */
  featured: string[] | null;
  /** And the tiles of all cards. */
  documents: string[] | null;
}

/**
 * The order of a card's items; its subject id is the kind. Documents brings its featured ones
 * along.
 */
export const itemOrderSubject = subject<ItemOrderSnapshot>({
  name: "item-order",
  permission: "statuspage:edit",
  title: (_, key) => `Order of items in ${CARD_TITLES[kindOf(key)]}`,
  async read(db, key) {
    const kind = kindOf(key);
    const page = await pageOf(db, key);
    if (page === null) return null;
    const rows = await inOrg(db, key.orgId)
      .selectFrom("items")
      .select(["uid", "position"])
      .where("productId", "=", productOf(key))
      .where("kind", "=", kind)
      .where("position", "is not", null)
      .orderBy("position")
      .orderBy("uid")
      .execute();
    return {
      placed: rows.map(({ uid, position }) => ({ uid, position: position ?? 0 })),
      ...(kind === "Documents"
        ? { featured: listIn(page.featuredJson) ?? [], documents: listIn(page.documentOrderJson) }
        : { featured: null, documents: null }),
    };
  },
  async write(trx, key, snapshot) {
    if (snapshot === null) throw new NotFound("card");
    await placeItems(
      trx,
      key.orgId,
      productOf(key),
      kindOf(key),
      new Map(snapshot.placed.map(({ uid, position }) => [uid, position])),
    );
    if (snapshot.featured === null) return;
    const titles = await titlesOf(trx, key);
    await arrangeDocuments(
      trx,
      key.orgId,
      productOf(key),
      snapshot.featured.filter((uid) => titles.has(uid)),
      snapshot.documents,
    );
  },
  async words(db, key, before, after) {
    const items = await itemsOf(db, key, kindOf(key) === "Documents" ? null : kindOf(key));
    const titles = new Map(items.map(({ uid, title }) => [uid, title]));
    const own = items.filter(({ kind }) => kind === key.subjectId);
    const names = (snapshot: ItemOrderSnapshot | null) => {
      const places = new Map(snapshot?.placed.map(({ uid, position }) => [uid, position]));
      return own
        .map((item) => ({ ...item, position: places.get(item.uid) ?? null }))
        .sort(compareItems)
        .map(({ title }) => title);
    };
    const featured = (snapshot: ItemOrderSnapshot | null) =>
      (snapshot?.featured ?? []).map((uid) => titles.get(uid) ?? uid);
    const documents = (snapshot: ItemOrderSnapshot | null) =>
      (snapshot?.documents ?? []).map((uid) => titles.get(uid) ?? uid);
    return [
      ...orderLine("Items", names(before), names(after)),
      ...listLines("Featured document", featured(before), featured(after)),
      ...orderLine("Documents", documents(before), documents(after)),
      ...(sameMembers(featured(before), featured(after))
        ? orderLine("Featured documents", featured(before), featured(after))
        : []),
    ];
  },
});

function kindOf({ subjectId }: SubjectKey): CardKind {
  if (!isCardKind(subjectId)) throw new NotFound("card");
  return subjectId;
}

/** The items of a card; null: of all of them. */
function itemsOf(db: Reader, key: SubjectKey, kind: CardKind | null) {
  const query = inOrg(db, key.orgId)
    .selectFrom("items")
    .select(["uid", "kind", "title", "sortKey", "enabledState as state"])
    .where("productId", "=", productOf(key));
  return (kind === null ? query : query.where("kind", "=", kind)).execute();
}

async function titlesOf(db: Reader, key: SubjectKey): Promise<Map<string, string>> {
  return new Map((await itemsOf(db, key, null)).map(({ uid, title }) => [uid, title]));
}

function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((entry) => b.includes(entry));
}
