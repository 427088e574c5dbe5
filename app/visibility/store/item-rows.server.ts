import { CARD_TITLES, type CardKind } from "#model/cards/kinds.ts";
import type { Columns } from "#values/ordering.ts";
import { loadConfig } from "./config.server.ts";
import { documentTiles, loadCards, loadItemOutlines, loadOutlinesOfCard } from "./items.server.ts";
import { compareItems } from "./order.server.ts";
import type { PageScope } from "./scope.server.ts";

/** An item as a row that staff put in order. */
export interface ItemRow {
  uid: string;
  title: string;
  /** Its card where rows of several stand together, or its state where that is not 'enabled'. */
  detail: string | null;
}

const STATES = { Enabled: null, WorkInProgress: "In Progress", NotEnabled: "Not enabled" } as const;

/**
 * A card's items in their order: one list, or for Documents the tiles of all cards, featured ones
 * and the others.
 */
export async function loadItemRows(
  scope: PageScope,
  kind: CardKind,
): Promise<{ columns: Columns; items: ItemRow[] }> {
  if (kind === "Documents") {
    const [items, config, cards] = await Promise.all([
      loadItemOutlines(scope),
      loadConfig(scope),
      loadCards(scope),
    ]);
    const tiles = documentTiles(items, cards, config);
    const uids = (featured: boolean) =>
      tiles.filter((tile) => tile.featured === featured).map(({ uid }) => uid);
    return {
      columns: [uids(true), uids(false)],
      items: tiles.map(({ uid, title, cardTitle }) => ({
        uid,
        title,
        detail: cardTitle ?? CARD_TITLES[kind],
      })),
    };
  }
  const own = [...(await loadOutlinesOfCard(scope, kind))].sort(compareItems);
  return {
    columns: [own.map(({ uid }) => uid)],
    items: own.map(({ uid, title, state }) => ({ uid, title, detail: STATES[state] })),
  };
}
