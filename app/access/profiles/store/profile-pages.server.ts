import { findProfile, type Profile } from "#auth/profiles/store/permission-profiles.server.ts";
import { itemChoices } from "./profile-choices.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { Reader } from "#db/store.ts";
import { cardKey, differences, itemKey, profileTree, searchWords } from "../rules/profiles.ts";
import type { CardBranch, ItemChoice, ProfileTree } from "../rules/profiles.ts";

type Cards = readonly Pick<CardBranch, "productId" | "kind" | "title">[];

/** The tree of a profile as its address asks for it. */
export async function treePage(
  db: Reader,
  orgId: string,
  {
    profileId,
    cards,
    search,
    opened,
    page,
  }: { profileId: string; cards: Cards; search: string; opened: string; page: number },
): Promise<ProfileTree> {
  const items = await itemChoices(db, orgId, profileId);
  const products = await listProducts(db, orgId);
  const query = { words: searchWords(search), card: opened, page };
  return profileTree(items, products, cards, query);
}

/** What each of two profiles includes without the other, with what the cards are called. */
export async function comparedWith(
  db: Reader,
  orgId: string,
  { profile, other, cards }: { profile: Profile; other: Profile; cards: Cards },
) {
  const items = await itemChoices(db, orgId, profile.id);
  const found = await findProfile(db, orgId, other.id);
  const theirs = new Set(
    found?.items.map(({ productId, itemUid }) => itemKey({ productId, uid: itemUid })),
  );
  const { onlyMine, onlyTheirs, both } = differences(
    items,
    { allItems: profile.allItems, has: ({ chosen }: ItemChoice) => chosen },
    { allItems: other.allItems, has: (item: ItemChoice) => theirs.has(itemKey(item)) },
  );
  const products = new Map((await listProducts(db, orgId)).map(({ id, name }) => [id, name]));
  const titleOf = (card: Cards[number]) =>
    products.size === 1 ? card.title : `${products.get(card.productId) ?? ""}: ${card.title}`;
  return {
    name: profile.name,
    with: other.name,
    both,
    only: [
      { name: profile.name, items: onlyMine },
      { name: other.name, items: onlyTheirs },
    ],
    titles: Object.fromEntries(cards.map((card) => [cardKey(card), titleOf(card)])),
  };
}
