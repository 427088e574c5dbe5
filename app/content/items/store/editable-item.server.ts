import { storedLetterSchema } from "#model/bridge-letters.ts";
import { catalogueItem, catalogueKind, catalogueOf } from "#model/cards/catalogue/index.ts";
import {
  capabilitiesOf,
  takesCustomItems,
  type ItemCapabilities,
} from "#model/items/capabilities.ts";
import type { EditedItem } from "../rules/item-form-values.ts";
import {
  accessOf,
  firstAccess,
  itemValues,
  type ItemForm,
  type ItemNow,
  type ItemPlan,
} from "#model/items/forms/items.ts";
import { PLAIN_FIELDS, type ListEntry } from "#model/items/items.ts";
import { picked } from "#values/picked.ts";
import { readIntegration } from "#model/integrations.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import { snapshotOf } from "#web/history/store/record-change.server.ts";
import type { ItemSnapshot } from "./item-history-words.server.ts";
import { lastKnown, wasOnCard } from "#web/history/store/last-known.server.ts";
import type { ItemEdit } from "./item-edits.server.ts";
import { hasFeature, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Reader } from "#db/store.ts";
import { itemSubject } from "./item-history.server.ts";

/** The item that an address names: what is stored of it, and what its form may hold. */
export interface EditableItem {
  /** null for one that is about to be added. */
  uid: string | null;
  kind: CardKind;
  cardTitle: string;
  /** What the form is filled with. */
  item: EditedItem;
  linked: readonly string[];
  badgeAssetId: string | null;
  isCustom: boolean;
  /** An item of the catalogue that nobody touched has no row yet. */
  isStored: boolean;
  can: ItemCapabilities;
  plan: ItemPlan;
  now: ItemNow;
  /**
   * Somebody else moved or deleted it while its form was open; null for one that is where its
   * address says.
   */
  goneFrom: GoneFrom | null;
}

export type GoneFrom = { what: "moved"; from: string } | { what: "deleted"; last: ItemSnapshot };

interface Asked {
  kind: CardKind;
  cardTitle: string;
  /** null for one that is about to be added. */
  uid: string | null;
}

/**
 * The item of a card; null for what is none, and for a new one where a card takes none of one's
 * own.
 */
export async function findEditableItem(
  db: Reader,
  org: Org,
  productId: string,
  { kind, cardTitle, uid }: Asked,
): Promise<EditableItem | null> {
  const stored =
    uid === null
      ? null
      : ((await snapshotOf(db, itemSubject, {
          orgId: org.id,
          productId,
          subjectId: uid,
        })) as ItemSnapshot | null);
  const isStandard = catalogueOf(kind).some((item) => item.uid === uid);
  if (
    stored === null
      ? uid === null
        ? !takesCustomItems(kind)
        : !isStandard
      : stored.row.kind !== kind
  )
    return null;
  return editableOf(org, { kind, cardTitle, uid }, stored);
}

/**
 * An item that is not on the card of its address: on another one by now, or deleted, and then as
 * history knows it.
 * @param from that card
 * @returns the card that it is on, or was on last; null for what never was on that card
 */
export async function findMovedOrDeleted(
  db: Reader,
  org: Org,
  productId: string,
  uid: string,
  from: CardKind,
): Promise<{
  kind: CardKind;
  editable: (cardTitle: string, fromTitle: string) => EditableItem;
} | null> {
  if (!(await wasOnCard(db, { orgId: org.id, productId }, uid, from))) return null;
  const stored = (await snapshotOf(db, itemSubject, {
    orgId: org.id,
    productId,
    subjectId: uid,
  })) as ItemSnapshot | null;
  // One of the catalogue that nobody touched is on its own card, also after a move was taken back.
  const kind = stored?.row.kind ?? catalogueKind(uid);
  if (kind !== undefined)
    return {
      kind,
      editable: (cardTitle, fromTitle) => ({
        ...editableOf(org, { kind, cardTitle, uid }, stored),
        goneFrom: { what: "moved", from: fromTitle },
      }),
    };
  const last = await lastKnown(db, { orgId: org.id, productId }, uid, {
    item: (snapshot: ItemSnapshot) => snapshot,
  });
  if (last === null) return null;
  return {
    kind: last.row.kind,
    editable: (cardTitle) => ({
      ...editableOf(org, { kind: last.row.kind, cardTitle, uid }, last),
      isStored: false,
      goneFrom: { what: "deleted", last },
    }),
  };
}

function editableOf(
  org: Org,
  { kind, cardTitle, uid }: Asked,
  stored: ItemSnapshot | null,
): EditableItem {
  const plan: ItemPlan = { hasFeature: (feature) => hasFeature(org, feature) };
  const item = stored === null ? freshItem(uid, plan) : itemOf(stored.row);
  const can = capabilitiesOf(
    {
      uid: uid ?? "custom.new",
      kind,
      hasListEntries: item.listEntries.length > 0,
      hasDocuments: (stored?.documents.length ?? 0) > 0,
    },
    { cardRenaming: plan.hasFeature("cardRenaming") },
  );
  return {
    uid,
    kind,
    cardTitle,
    item,
    linked: stored?.documents.map(({ documentId }) => documentId) ?? [],
    badgeAssetId: stored?.row.badgeAssetId ?? null,
    isCustom: uid === null || catalogueItem(uid) === undefined,
    isStored: stored !== null,
    can,
    plan,
    now: {
      access: accessOf(item),
      type: item.type,
      choice: item.choice,
      integration: item.integration,
    },
    goneFrom: null,
  };
}

/** An item that nobody saved yet: one of the catalogue is not enabled, one of one's own is. */
function freshItem(uid: string | null, plan: ItemPlan): EditedItem {
  return {
    title: uid === null ? "" : (catalogueItem(uid)?.title ?? ""),
    enabledState: uid === null ? "Enabled" : "NotEnabled",
    publicAccess: firstAccess(plan) === "public",
    hidden: false,
    explanation: null,
    href: null,
    type: null,
    choice: null,
    maturity: null,
    recurrence: null,
    auditor: null,
    expiry: null,
    listEntries: [],
    bridgeLetter: null,
    integration: null,
  };
}

/** A stored item as its form knows it. */
export function itemOf(row: ItemSnapshot["row"]): EditedItem {
  return {
    ...picked(row, ["title", "enabledState", ...PLAIN_FIELDS]),
    publicAccess: row.publicAccess === 1,
    hidden: row.hiddenAt !== null,
    listEntries:
      row.listEntriesJson === null ? [] : (JSON.parse(row.listEntriesJson) as ListEntry[]),
    bridgeLetter:
      row.bridgeLetterJson === null
        ? null
        : storedLetterSchema.parse(JSON.parse(row.bridgeLetterJson)),
    // A version of before items could be connected has none.
    integration: readIntegration(row.integrationJson ?? null),
  };
}

/** What a form that was accepted asks of the database. */
export function itemEditOf(form: ItemForm, { can, plan, isCustom, item }: EditableItem): ItemEdit {
  const { title, ...values } = itemValues(form, can, plan);
  const named = title === undefined ? {} : isCustom ? { title } : { ownTitle: title };
  return {
    values: {
      ...values,
      ...named,
      ...(item.integration === null
        ? {}
        : { integration: { ...item.integration, showInCard: form.showInCard } }),
    },
    link: can.documents ? form.link : [],
    unlink: can.documents ? form.unlink : [],
    documentTypes: form.documentTypes,
  };
}
