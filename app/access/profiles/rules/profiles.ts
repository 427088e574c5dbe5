import type { CardKind } from "#model/cards/kinds.ts";
import type { EnabledState } from "#model/items/items.ts";

/** What a permission profile includes, as a tree of products, cards and items. */

/** An item that a profile can include. */
export interface ItemChoice {
  productId: string;
  kind: CardKind;
  uid: string;
  title: string;
  publicAccess: boolean;
  /** Restricted and hidden: known to those alone whose profile includes it. */
  hidden: boolean;
  state: EnabledState;
  /** Ids of the documents that it links to. */
  documents: readonly string[];
  chosen: boolean;
}

/** A card of a product. */
export interface CardBranch {
  productId: string;
  kind: CardKind;
  title: string;
  /** All of its items, and what the profile includes of them. */
  items: number;
  chosen: Included;
  /** Those that the page shows; null where the card has to be opened by itself. */
  rows: readonly ItemChoice[] | null;
}

export interface ProductBranch {
  id: string;
  name: string;
  cards: readonly CardBranch[];
}

export interface Included {
  items: number;
  documents: number;
}

export interface ProfileTree {
  products: readonly ProductBranch[];
  total: Included;
  /** There are too many items for one page: cards are opened one by one. */
  isLarge: boolean;
  /** Where an opened card has more than a page of items. */
  pages: number;
  page: number;
  /** Items that the search finds beyond those shown. */
  left: number;
}

/** So many items stand on one page: each may send a field, and a form has 1,000 at most. */
export const AT_ONCE = 800;

/** What the address of a profile's page asks for. */
export interface TreeQuery {
  words: readonly string[];
  /** The opened card, `product:kind`. */
  card: string;
  page: number;
}

/** How an item stands in a form. */
export function itemKey({ productId, uid }: Pick<ItemChoice, "productId" | "uid">): string {
  return `${productId}:${uid}`;
}

/** How a card stands in a form and in an address. */
export function cardKey({ productId, kind }: Pick<CardBranch, "productId" | "kind">): string {
  return `${productId}:${kind}`;
}

/** The words of a search. */
export function searchWords(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether a title has every word that is looked for. */
export function isFound(title: string, words: readonly string[]): boolean {
  const lower = title.toLowerCase();
  return words.every((word) => lower.includes(word));
}

/** Rows by what they have in common, in their own order. */
export function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

/** How many items and how many documents; one that several items link to counts once. */
export function included(items: readonly Pick<ItemChoice, "documents">[]): Included {
  return {
    items: items.length,
    documents: new Set(items.flatMap(({ documents }) => documents)).size,
  };
}

/** '3 items, 1 document'. */
export function includedWords({ items, documents }: Included): string {
  const counted = (count: number, noun: string) =>
    `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
  return `${counted(items, "item")}, ${counted(documents, "document")}`;
}

/**
 * The tree as its page shows it: whole, or, where that is too much for one form, with the items of
 * the card that was opened, or with those that a search finds.
 * @param items all of them, in the order in which cards show them
 * @param products in the order of the menu; those without items are left out
 * @param cardsOf every card with what it is called, in the order of the menu
 */
export function profileTree(
  items: readonly ItemChoice[],
  products: readonly { id: string; name: string }[],
  cardsOf: readonly Pick<CardBranch, "productId" | "kind" | "title">[],
  { words, card, page: asked }: TreeQuery,
  atOnce = AT_ONCE,
): ProfileTree {
  const isLarge = items.length > atOnce;
  const byCard = grouped(items, cardKey);
  const opened = isLarge && words.length === 0 ? (byCard.get(card) ?? []) : [];
  const pages = Math.max(1, Math.ceil(opened.length / atOnce));
  const page = Math.min(Math.max(1, Math.trunc(asked) || 1), pages);
  const found = isLarge && words.length > 0 ? items.filter((i) => isFound(i.title, words)) : [];
  const shown = new Set(
    isLarge
      ? [...opened.slice((page - 1) * atOnce, page * atOnce), ...found.slice(0, atOnce)]
      : items,
  );
  const branch = (of: (typeof cardsOf)[number]): CardBranch[] => {
    const own = byCard.get(cardKey(of)) ?? [];
    const rows = own.filter((item) => shown.has(item));
    if (own.length === 0 || (found.length > 0 && rows.length === 0)) return [];
    return [
      {
        ...of,
        items: own.length,
        chosen: included(own.filter(({ chosen }) => chosen)),
        rows: rows.length === 0 ? null : rows,
      },
    ];
  };
  return {
    products: products
      .map(({ id, name }) => ({
        id,
        name,
        cards: cardsOf.filter(({ productId }) => productId === id).flatMap(branch),
      }))
      .filter(({ cards }) => cards.length > 0),
    total: included(items.filter(({ chosen }) => chosen)),
    isLarge,
    pages,
    page,
    left: Math.max(0, found.length - atOnce),
  };
}

/** What one profile includes that another does not. */
export function differences(
  items: readonly ItemChoice[],
  mine: { allItems: boolean; has: (item: ItemChoice) => boolean },
  theirs: { allItems: boolean; has: (item: ItemChoice) => boolean },
): { onlyMine: ItemChoice[]; onlyTheirs: ItemChoice[]; both: number } {
  const opens = (profile: typeof mine, item: ItemChoice) => profile.allItems || profile.has(item);
  const onlyOf = (one: typeof mine, other: typeof mine) =>
    items.filter((item) => opens(one, item) && !opens(other, item));
  return {
    onlyMine: onlyOf(mine, theirs),
    onlyTheirs: onlyOf(theirs, mine),
    both: items.filter((item) => opens(mine, item) && opens(theirs, item)).length,
  };
}
