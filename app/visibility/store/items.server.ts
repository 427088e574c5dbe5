import { catalogueItem, catalogueOf } from "#model/cards/catalogue/index.ts";
import { CARD_TITLES, type CardKind } from "#model/cards/kinds.ts";
import {
  ITEMS_BEFORE_MORE,
  type CardOutline,
  type CertificationTile,
  type DocumentTile,
  type ToldDocuments,
  type ItemOutline,
  type Picture,
} from "#model/visibility/page.ts";
import { itemAccess, seesHidden } from "#model/visibility/who-sees-what.ts";
import { compareDocuments, compareItems, inCardOrder } from "./order.server.ts";
import { hiddenKinds } from "./config.server.ts";
import { hidesExpired, oncePerScope, rowsOfProduct, type PageScope } from "./scope.server.ts";
import { prepared } from "#db/prepared.ts";
import { inOrg } from "#db/tenant.ts";

export interface CardRow {
  kind: CardKind;
  title: string | null;
  displayText: string | null;
  placeholder: string | null;
  hiddenAt: string | null;
  iconAssetId: string | null;
  iconRevision: number | null;
}

/**
 * An item outline with what only sorting and tiles need; those fields are dropped before it leaves.
 */
export interface LoadedItem extends ItemOutline {
  sortKey: string;
  position: number | null;
  auditor: string | null;
  type: string | null;
  choice: string | null;
  expiry: string | null;
  badgeAssetId: string | null;
  lastModifiedOn: string;
  /** The text of the overview; null for every other item, and where it isn't open. */
  overview: string | null;
  /** Its bridge letter as it is stored; null without one, and where its files are nobody's here. */
  letterJson: string | null;
  /** Its texts, where the scope asks for them. */
  texts?: ItemTexts;
}

/** What an item says at length. */
export interface ItemTexts {
  explanation: string | null;
  listEntriesJson: string | null;
  recurrence: string | null;
}

/** The cards of a product by kind; hidden ones are left out for all but the owner. */
export const loadCards = oncePerScope(async (scope): Promise<ReadonlyMap<CardKind, CardRow>> => {
  const rows = await rowsOfProduct(scope, cardRows);
  const inHiddenSection = await hiddenKinds(scope);
  const visible = rows.filter(
    (row) => seesHidden(scope.viewer) || (row.hiddenAt === null && !inHiddenSection.has(row.kind)),
  );
  return new Map(visible.map((row) => [row.kind, row]));
});

function cardRows({ db, org }: PageScope, productIds: readonly string[]) {
  return CARDS_OF(db, { orgId: org.id, productIds });
}

const CARDS_OF = prepared((db, p: { orgId: string; productIds: readonly string[] }) =>
  inOrg(db, p.orgId)
    .selectFrom("cards")
    .leftJoin("assets", (join) =>
      join.onRef("assets.orgId", "=", "cards.orgId").onRef("assets.id", "=", "cards.iconAssetId"),
    )
    .select([
      "cards.productId",
      "cards.kind",
      "cards.title",
      "cards.displayText",
      "cards.placeholder",
      "cards.hiddenAt",
      "cards.iconAssetId",
      "assets.revision as iconRevision",
    ])
    .where("cards.productId", "in", p.productIds),
);

/** Every item that the viewer may know of, without its text, in no order. */
export const loadItemOutlines = oncePerScope(async (scope): Promise<readonly LoadedItem[]> =>
  outlines(scope, null),
);

/**
 * As `loadItemOutlines`, for a few items alone: a file's rights need no others. Where a page has
 * asked for all of them, they are among those.
 */
export function loadOutlinesOf(
  scope: PageScope,
  uids: readonly string[],
): Promise<readonly LoadedItem[]> {
  const all = uids.length > MANY_ITEMS ? loadItemOutlines(scope) : loadItemOutlines.known(scope);
  return all === null
    ? outlines(scope, { uids })
    : all.then((items) => items.filter(({ uid }) => uids.includes(uid)));
}

/** As `loadItemOutlines`, for one card alone. */
export function loadOutlinesOfCard(
  scope: PageScope,
  kind: CardKind,
): Promise<readonly LoadedItem[]> {
  return outlines(scope, { kind });
}

const MANY_ITEMS = 100;

/** A few items of a product, or those of one card; null: all of them. */
interface Few {
  uids?: readonly string[] | null;
  kind?: CardKind | null;
}

/** A row for each document of an item, and one for an item without any. */
function itemRows(
  { db, org, viewer, withTexts = false }: PageScope,
  productIds: readonly string[],
  { uids = null, kind = null }: Few = {},
) {
  let query = inOrg(db, org.id)
    .selectFrom("items as i")
    .leftJoin("itemDocuments as link", (join) =>
      join
        .onRef("link.orgId", "=", "i.orgId")
        .onRef("link.productId", "=", "i.productId")
        .onRef("link.itemUid", "=", "i.uid"),
    )
    .leftJoin("documents as d", (join) =>
      join.onRef("d.orgId", "=", "link.orgId").onRef("d.id", "=", "link.documentId"),
    )
    .select((eb) => [
      "i.productId",
      "i.uid",
      "i.kind",
      "i.title",
      "i.sortKey",
      "i.enabledState as state",
      "i.publicAccess",
      "i.hiddenAt",
      "i.position",
      "i.customSlug",
      "i.defaultSlug",
      "i.auditor",
      "i.type",
      "i.choice",
      "i.expiry",
      "i.badgeAssetId",
      "i.lastModifiedOn",
      "i.bridgeLetterJson as letterJson",
      "d.id as documentId",
      "d.expiresOn",
      eb.case().when("i.kind", "=", "Overview").then(eb.ref("i.explanation")).end().as("overview"),
    ])
    .$if(withTexts, (asked) => asked.select(["i.explanation", "i.listEntriesJson", "i.recurrence"]))
    .where("i.productId", "in", productIds);
  if (viewer.mode !== "main")
    query = query.where("i.enabledState", "in", ["Enabled", "WorkInProgress"]);
  if (uids !== null) query = query.where("i.uid", "in", uids);
  if (kind !== null) query = query.where("i.kind", "=", kind);
  return query.execute();
}

async function outlines(scope: PageScope, few: Few | null): Promise<readonly LoadedItem[]> {
  const { productId, viewer, settings } = scope;
  const cards = await loadCards(scope);
  const found =
    few === null ? await rowsOfProduct(scope, itemRows) : await itemRows(scope, [productId], few);
  const rows = new Map(found.map((row) => [row.uid, row]));
  const counts = countDocuments(scope, found);

  const items: LoadedItem[] = [];
  for (const row of rows.values()) {
    const card = cards.get(row.kind);
    if (card === undefined) continue;
    const access = itemAccess(
      viewer,
      {
        uid: row.uid,
        kind: row.kind,
        enabledState: row.state,
        publicAccess: row.publicAccess === 1,
        hidden: row.hiddenAt !== null,
        cardHidden: card.hiddenAt !== null,
      },
      { productId, level: settings.publicAccessLevel },
    );
    if (access.text === "absent") continue;
    items.push({
      uid: row.uid,
      kind: row.kind,
      title: row.title,
      slug: row.customSlug ?? row.defaultSlug,
      state: row.state,
      isPublic: row.publicAccess === 1,
      hidden: row.hiddenAt !== null,
      access,
      documentCount: access.files === "none" ? 0 : (counts.get(row.uid) ?? 0),
      sortKey: row.sortKey,
      position: row.position,
      auditor: access.text === "open" ? row.auditor : null,
      type: access.text === "open" ? row.type : null,
      choice: access.text === "open" ? row.choice : null,
      expiry: access.text === "open" ? row.expiry : null,
      badgeAssetId: row.badgeAssetId,
      lastModifiedOn: row.lastModifiedOn,
      overview: access.text === "open" ? row.overview : null,
      letterJson: access.files === "none" ? null : row.letterJson,
      ...(scope.withTexts === true && access.text === "open" ? { texts: textsOf(row) } : {}),
    });
  }
  return items;
}

function textsOf({
  explanation = null,
  listEntriesJson = null,
  recurrence = null,
}: Partial<ItemTexts>): ItemTexts {
  return { explanation, listEntriesJson, recurrence };
}

/** How many documents each item shows; expired ones count unless the org hides them. */
function countDocuments(
  scope: PageScope,
  links: readonly { uid: string; documentId: string | null; expiresOn: string | null }[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { uid, documentId, expiresOn } of links) {
    if (documentId === null) continue;
    const gone = scope.clock.passed(expiresOn) && hidesExpired(scope);
    if (!gone) counts.set(uid, (counts.get(uid) ?? 0) + 1);
  }
  return counts;
}

/** The company's own picture for a card; null for that of its kind. */
export function iconOf({ iconAssetId, iconRevision }: CardRow): Picture | null {
  return iconAssetId === null ? null : { id: iconAssetId, revision: iconRevision ?? 1 };
}

/** A card as the page shows it: its first items in order, and how many there are. */
export function cardOutline(
  kind: CardKind,
  card: CardRow,
  items: readonly LoadedItem[],
): CardOutline {
  const shown = items.filter((item) => item.state !== "NotEnabled");
  return {
    kind,
    title: card.title ?? CARD_TITLES[kind],
    displayText: card.displayText,
    placeholder: card.placeholder,
    hidden: card.hiddenAt !== null,
    icon: iconOf(card),
    items: inCardOrder(shown, ITEMS_BEFORE_MORE).map(outlineOf),
    itemCount: shown.length,
  };
}

/** Certification tiles: the owner also sees those that are not enabled, greyed. */
export async function certificationTiles(
  scope: PageScope,
  items: readonly LoadedItem[],
): Promise<CertificationTile[]> {
  const ids = items.flatMap((item) => (item.badgeAssetId === null ? [] : [item.badgeAssetId]));
  const pictures =
    ids.length === 0
      ? []
      : await inOrg(scope.db, scope.org.id)
          .selectFrom("assets")
          .select(["id", "revision"])
          .where("id", "in", ids)
          .execute();
  return [...items].sort(compareItems).map((item) => ({
    ...outlineOf(item),
    badgeId: catalogueItem(item.uid)?.badge ?? null,
    badgePicture: pictures.find((picture) => picture.id === item.badgeAssetId) ?? null,
    auditor: item.auditor,
    type: item.type,
    expiry: item.expiry,
    expired: scope.clock.passed(item.expiry),
  }));
}

/**
 * One tile an item with documents: featured first in their own order, then as staff arranged them,
 * then by the order of documents.
 */
export function documentTiles(
  items: readonly LoadedItem[],
  cards: ReadonlyMap<CardKind, CardRow>,
  { featured, documentOrder }: { featured: readonly string[]; documentOrder: readonly string[] },
  told: ReadonlyMap<string, ToldDocuments> = new Map(),
): DocumentTile[] {
  const places = new Map(documentOrder.map((uid, place) => [uid, place]));
  const placeOf = (item: LoadedItem) => places.get(item.uid) ?? documentOrder.length;
  const tiles = items
    .filter((item) => item.documentCount > 0 && item.state !== "NotEnabled")
    .sort((a, b) => placeOf(a) - placeOf(b) || compareDocuments(a, b))
    .map((item) => ({
      ...outlineOf(item),
      told: told.get(item.uid) ?? { count: 0, facts: null, formats: [], types: [], newest: "" },
      cardTitle: cards.get(item.kind)?.title ?? CARD_TITLES[item.kind],
      unlocked: item.access.files === "open",
      featured: featured.includes(item.uid),
    }));
  const first = featured.flatMap((uid) => tiles.filter((tile) => tile.uid === uid));
  return [...first, ...tiles.filter((tile) => !tile.featured)];
}

/** Kinds whose items can hold files: by the catalogue, or because one does. */
export function hasFileCapableItems(kind: CardKind, items: readonly LoadedItem[]): boolean {
  return (
    catalogueOf(kind).some((item) => item.files === true) ||
    items.some((item) => item.kind === kind && item.documentCount > 0)
  );
}

export function outlineOf(item: LoadedItem): ItemOutline {
  const { uid, kind, title, slug, state, isPublic, hidden, access, documentCount } = item;
  return { uid, kind, title, slug, state, isPublic, hidden, access, documentCount };
}
