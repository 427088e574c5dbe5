import { catalogueItem } from "#model/cards/catalogue/index.ts";
import { compareEnabledState, type EnabledState } from "#model/items/items.ts";
import { cardWeight, DEFAULT_CARD_ORDER, type CardKind } from "#model/cards/kinds.ts";

interface Sortable {
  uid: string;
  kind: CardKind;
  state: EnabledState;
  sortKey: string;
  position: number | null;
}

/**
 * The order of a card's items: as staff arranged them; else enabled before in progress before not
 * enabled, priority items first, then by title.
 */
export function compareItems(a: Sortable, b: Sortable): number {
  if (a.position !== null || b.position !== null) {
    return (a.position ?? Infinity) - (b.position ?? Infinity) || compareTitles(a, b);
  }
  return (
    compareEnabledState(a.state, b.state) ||
    Number(isPriority(b.uid)) - Number(isPriority(a.uid)) ||
    compareTitles(a, b)
  );
}

/**
 * The order of the first items that a card shows: as staff arranged them; where nobody did, items
 * that can be read come before locked ones of the same state.
 * @param most no more than the first so many, which takes one look at each of the others
 */
export function inCardOrder<T extends Sortable & { access: { text: string } }>(
  items: readonly T[],
  most = Infinity,
): T[] {
  if (items.some(({ position }) => position !== null)) return firsts(items, compareItems, most);
  // A rank is looked up once for each item, not for each comparison.
  const ranked = items.map((item) => ({
    item,
    rank:
      4 * compareEnabledState(item.state, "Enabled") +
      2 * Number(item.access.text === "locked") -
      Number(isPriority(item.uid)),
  }));
  return firsts(ranked, (a, b) => a.rank - b.rank || compareTitles(a.item, b.item), most).map(
    ({ item }) => item,
  );
}

/** The first so many in an order; what comes equal stays as it came. */
function firsts<T>(all: readonly T[], compare: (a: T, b: T) => number, most: number): T[] {
  if (most >= all.length) return all.toSorted(compare);
  const first: T[] = [];
  for (const one of all) {
    const last = first.at(-1);
    if (first.length === most && last !== undefined && compare(one, last) >= 0) continue;
    const at = first.findIndex((other) => compare(one, other) < 0);
    first.splice(at === -1 ? first.length : at, 0, one);
    if (first.length > most) first.pop();
  }
  return first;
}

/** The order of documents: enabled first, then the kind's weight, then title. */
export function compareDocuments(a: Sortable, b: Sortable): number {
  return (
    compareEnabledState(a.state, b.state) ||
    cardWeight(b.kind) - cardWeight(a.kind) ||
    compareTitles(a, b)
  );
}

/**
 * The cards section's kinds in the product's own order, missing ones appended in the default order.
 */
export function cardOrder(saved: readonly string[] | null): CardKind[] {
  const known = new Set<string>(DEFAULT_CARD_ORDER);
  const own = (saved ?? []).filter((kind): kind is CardKind => known.has(kind));
  return [...new Set([...own, ...DEFAULT_CARD_ORDER])];
}

function isPriority(uid: string): boolean {
  return catalogueItem(uid)?.priority === true;
}

/** By title; of two that have the same one, always the same first, whatever the database gives. */
function compareTitles(a: Sortable, b: Sortable): number {
  return compareText(a.sortKey, b.sortKey) || compareText(a.uid, b.uid);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
