import { catalogueItem } from "#model/cards/catalogue/index.ts";
import {
  PLAIN_FIELDS,
  type BridgeLetter,
  type EnabledState,
  type ListEntry,
  type Maturity,
  type Recurrence,
} from "#model/items/items.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import type { Integration } from "#model/integrations.ts";
import { sortKey } from "#values/names.ts";
import { isoNow } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { ItemsTable } from "#db/schema.ts";

/**
 * What to save of an item. A field that is undefined keeps its value, null empties it; a new item
 * starts enabled, restricted and shown.
 */
export interface ItemValues {
  /** A catalogue uid, or a custom item's; without one a new custom item gets a random one. */
  uid?: string;
  /** The card of a new item; an item that exists stays where it is (`moveItem`). */
  kind: CardKind;
  /** A custom item's title. An item of the catalogue takes its title from there. */
  title?: string;
  /** What an item of the catalogue is called in its place; null goes back to the catalogue's. */
  ownTitle?: string | null;
  enabledState?: EnabledState;
  publicAccess?: boolean;
  hidden?: boolean;
  explanation?: string | null;
  href?: string | null;
  type?: string | null;
  choice?: string | null;
  maturity?: Maturity | null;
  recurrence?: Recurrence | null;
  auditor?: string | null;
  /** YYYY-MM-DD */
  expiry?: string | null;
  listEntries?: readonly ListEntry[] | null;
  bridgeLetter?: BridgeLetter | null;
  integration?: Integration | null;
  badgeAssetId?: string | null;
  /** null goes back to the slug that follows from the title. */
  customSlug?: string | null;
}

/** Who changed an item, as a reader sees it, and when. */
export interface ItemStamp {
  by: string;
  on: Date;
}

/** Values with the names that are settled before they are saved. */
export interface ItemDraft {
  uid: string;
  title: string;
  customSlug: string | null;
  defaultSlug: string;
  values: ItemValues;
  stamp: ItemStamp;
}

type ItemRow = Omit<ItemsTable, "orgId" | "productId">;

/**
 * The columns that saving changes in an item that exists; its card and its place there are not
 * among them.
 */
export const UPDATED_COLUMNS = [
  "title",
  "sortKey",
  "enabledState",
  "publicAccess",
  "hiddenAt",
  "hiddenBy",
  ...PLAIN_FIELDS,
  "listEntriesJson",
  "bridgeLetterJson",
  "integrationJson",
  "badgeAssetId",
  "customSlug",
  "defaultSlug",
  "lastModifiedOn",
  "lastModifiedBy",
] as const satisfies readonly (keyof ItemRow)[];

/** A custom item's own title; a standard one's from the catalogue, or what staff renamed it to. */
export function titleOf(
  uid: string,
  values: ItemValues,
  existing: Pick<ItemsTable, "title"> | undefined,
): string {
  const standard = catalogueItem(uid)?.title;
  if (standard !== undefined)
    return (values.ownTitle === undefined ? existing?.title : values.ownTitle) ?? standard;
  const title = values.title ?? existing?.title;
  if (title === undefined) throw new Refused("A custom item needs a title.", "title");
  return title;
}

/** The row of an item with new values over what it was; a public item is never hidden. */
export function itemRow(
  before: ItemsTable | undefined,
  { uid, title, customSlug, defaultSlug, values, stamp }: ItemDraft,
): ItemRow {
  if (before === undefined && values.kind === "CustomerData") throw new NotFound("card");
  const isPublic = values.publicAccess ?? before?.publicAccess === 1;
  const hidden = !isPublic && (values.hidden ?? (before?.hiddenAt ?? null) !== null);
  const at = isoNow(stamp.on);
  return {
    uid,
    title,
    sortKey: sortKey(title),
    customSlug,
    defaultSlug,
    kind: before?.kind ?? values.kind,
    custom: catalogueItem(uid) === undefined ? 1 : 0,
    enabledState: values.enabledState ?? before?.enabledState ?? "Enabled",
    publicAccess: isPublic ? 1 : 0,
    hiddenAt: hidden ? (before?.hiddenAt ?? at) : null,
    hiddenBy: hidden ? (before?.hiddenBy ?? stamp.by) : null,
    explanation: kept(values.explanation, before?.explanation),
    href: kept(values.href, before?.href),
    type: kept(values.type, before?.type),
    choice: kept(values.choice, before?.choice),
    maturity: kept(values.maturity, before?.maturity),
    recurrence: kept(values.recurrence, before?.recurrence),
    auditor: kept(values.auditor, before?.auditor),
    expiry: kept(values.expiry, before?.expiry),
    listEntriesJson: kept(json(values.listEntries), before?.listEntriesJson),
    bridgeLetterJson: kept(json(values.bridgeLetter), before?.bridgeLetterJson),
    integrationJson: kept(json(values.integration), before?.integrationJson),
    badgeAssetId: kept(values.badgeAssetId, before?.badgeAssetId),
    position: before?.position ?? null,
    lastModifiedOn: at,
    lastModifiedBy: stamp.by,
  };
}

function kept<T>(value: T | null | undefined, before: T | null | undefined): T | null {
  return (value === undefined ? before : value) ?? null;
}

function json(value: unknown): string | null | undefined {
  return value == null ? (value as null | undefined) : JSON.stringify(value);
}
