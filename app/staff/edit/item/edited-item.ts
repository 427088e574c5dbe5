import type { ItemSnapshot } from "../../../../db/changes/item.ts";
import { snapshotOf } from "../../../../db/changes/changing.ts";
import { hasFeature } from "../../../../db/orgs.ts";
import { catalogueItem, catalogueOf } from "../../../domain/catalogue/index.ts";
import { storedLetterSchema } from "../../../domain/bridge-letter.ts";
import type { EditedItem } from "../../../domain/item-form-values.ts";
import { capabilitiesOf, takesCustomItems, type ItemCapabilities } from "../../../domain/item-capabilities.ts";
import { accessOf, firstAccess, type ItemNow, type ItemPlan } from "../../../domain/item-forms.ts";
import type { ListEntry } from "../../../domain/items.ts";
import type { CardKind } from "../../../domain/kinds.ts";
import { editedCard } from "../edited-card.ts";
import { notThere, type EditRequest } from "../edit-request.ts";

/** The item that a form's address names: what is stored of it, and what its form may hold. */
export interface ItemInHand {
  /** null for one that is about to be added. */
  uid: string | null;
  kind: CardKind;
  cardTitle: string;
  /** What the form is filled with. */
  item: EditedItem;
  linked: readonly string[];
  badgeAssetId: string | null;
  isCustom: boolean;
  can: ItemCapabilities;
  plan: ItemPlan;
  now: ItemNow;
}

/** The word in an address that stands for an item that is about to be added. */
export const NEW_ITEM = "new";

/** @throws a 404 for what is no item of this card, and for a new one where a card takes none of one's own */
export async function itemInHand(edit: EditRequest, { kind: card, uid }: { kind: string; uid?: string | undefined }): Promise<ItemInHand> {
  const { kind, title } = await editedCard(edit, card);
  const isNew = uid === undefined;
  const stored = isNew ? null : ((await snapshotOf(edit.scope.db, "item", { orgId: edit.org.id, productId: edit.product.id, subjectId: uid })) as ItemSnapshot | null);
  const standard = isNew ? undefined : catalogueOf(kind).find((item) => item.uid === uid);
  if (stored === null ? (isNew ? !takesCustomItems(kind) : standard === undefined) : stored.row.kind !== kind) throw notThere();
  return inHand(edit, { uid: uid ?? null, kind, cardTitle: title, stored });
}

function inHand({ org }: EditRequest, { uid, kind, cardTitle, stored }: { uid: string | null; kind: CardKind; cardTitle: string; stored: ItemSnapshot | null }): ItemInHand {
  const plan: ItemPlan = { hasFeature: (feature) => hasFeature(org, feature) };
  const item = stored === null ? freshItem(uid, plan) : itemOf(stored.row);
  const can = capabilitiesOf({ uid: uid ?? "custom.new", kind, hasListEntries: item.listEntries.length > 0 }, { cardRenaming: plan.hasFeature("cardRenaming") });
  return {
    uid,
    kind,
    cardTitle,
    item,
    linked: stored?.documents.map(({ documentId }) => documentId) ?? [],
    badgeAssetId: stored?.row.badgeAssetId ?? null,
    isCustom: uid === null || catalogueItem(uid) === undefined,
    can,
    plan,
    now: { access: accessOf(item), type: item.type, choice: item.choice },
  };
}

/** An item that nobody saved yet: one of the catalogue is not enabled, one of one's own is. */
function freshItem(uid: string | null, plan: ItemPlan): EditedItem {
  return {
    title: uid === null ? "" : (catalogueItem(uid)?.title ?? ""),
    enabledState: uid === null ? "Enabled" : "NotEnabled",
    publicAccess: firstAccess(plan) === "public",
    hidden: false,
    explanation: null, href: null, type: null, choice: null, maturity: null, recurrence: null, auditor: null, expiry: null,
    listEntries: [],
    bridgeLetter: null,
  };
}

export function itemOf(row: ItemSnapshot["row"]): EditedItem {
  const { title, enabledState, explanation, href, type, choice, maturity, recurrence, auditor, expiry } = row;
  return {
    title, enabledState, explanation, href, type, choice, maturity, recurrence, auditor, expiry,
    publicAccess: row.publicAccess === 1,
    hidden: row.hiddenAt !== null,
    listEntries: row.listEntriesJson === null ? [] : (JSON.parse(row.listEntriesJson) as ListEntry[]),
    bridgeLetter: row.bridgeLetterJson === null ? null : storedLetterSchema.parse(JSON.parse(row.bridgeLetterJson)),
  };
}
