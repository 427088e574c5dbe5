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
    return (a.position ?? Infinity) - (b.position ?? Infinity) || compareText(a.sortKey, b.sortKey);
  }
  return (
    compareEnabledState(a.state, b.state) ||
    Number(isPriority(b.uid)) - Number(isPriority(a.uid)) ||
    compareText(a.sortKey, b.sortKey)
  );
}

/**
 * The order of the first items that a card shows: as staff arranged them; where nobody did, items
 * that can be read come before locked ones of the same state.
 */
export function inCardOrder<T extends Sortable & { access: { text: string } }>(
  items: readonly T[],
): T[] {
  const sorted = items.toSorted(compareItems);
  if (items.some(({ position }) => position !== null)) return sorted;
  return sorted.sort(
    (a, b) =>
      compareEnabledState(a.state, b.state) ||
      Number(a.access.text === "locked") - Number(b.access.text === "locked"),
  );
}

/** The order of documents: enabled first, then the kind's weight, then title. */
export function compareDocuments(a: Sortable, b: Sortable): number {
  return (
    compareEnabledState(a.state, b.state) ||
    cardWeight(b.kind) - cardWeight(a.kind) ||
    compareText(a.sortKey, b.sortKey)
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

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
