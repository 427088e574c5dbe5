import { baseOf } from "#web/history/store/record-change.server.ts";
import {
  documentChoices,
  type DocumentChoices,
} from "#content/documents/store/document-choices.server.ts";
import { findAsset } from "#platform/files/store/assets.server.ts";
import type { EditableItem } from "../store/editable-item.server.ts";
import { BADGES, customBadge } from "#model/cards/catalogue/badges.ts";
import { catalogueItem } from "#model/cards/catalogue/index.ts";
import { letterDate } from "#model/bridge-letters.ts";
import { valueOf, valuesOf, type FormValues } from "#values/form-values.ts";
import { cardAddress, destinationsOf } from "#model/cards/editing.ts";
import { formOfItem } from "../rules/item-form-values.ts";
import { ACCESS_FEATURES, ITEM_ACCESSES, type ItemAccessChoice } from "#model/items/forms/items.ts";
import { maxUploadBytes } from "#content/documents/upload/take.ts";
import { connectionSection } from "./connection.ts";
import { editRequest, type EditRequest } from "#web/staff/editing/edit-request.ts";
import type { Args } from "./item-answers.ts";
import { editableItem, editableItemInForm } from "./item-form-state.ts";
import { itemSubject } from "../store/item-history.server.ts";

/** Documents that the form lists without a search. */
const MOST_DOCUMENTS = 100;

/** What the form of an item is made of. */
export type ItemPage = Awaited<ReturnType<typeof itemLoader>>;

/** Shows an item's form, at its own address and at those of its buttons. */
export async function itemLoader(args: Args) {
  const edit = await editRequest(args);
  // The form that somebody sent comes back also where its item went elsewhere meanwhile.
  const find = edit.page.failed ? editableItemInForm : editableItem;
  return itemPage(args, edit, await find(edit, args.params));
}

async function itemPage({ context, params }: Args, edit: EditRequest, editable: EditableItem) {
  const { org, staff, scope, href } = edit;
  const { uid, kind, item, can, plan, now, isCustom } = editable;
  const standard = uid === null ? undefined : catalogueItem(uid);
  const base =
    uid === null
      ? ""
      : await baseOf(scope.db, itemSubject, {
          orgId: org.id,
          productId: edit.product.id,
          subjectId: uid,
        });
  const badge =
    editable.badgeAssetId === null
      ? null
      : await findAsset(scope.db, org.id, editable.badgeAssetId);
  const isDeleted = editable.goneFrom?.what === "deleted";
  const lacking = (access: ItemAccessChoice) => {
    const feature = ACCESS_FEATURES[access];
    return feature !== undefined && !plan.hasFeature(feature) && now.access !== access;
  };
  return {
    page: { ...edit.page, closeHref: href(cardAddress(kind, "edit")) },
    /** Where the form is sent; each of its buttons but Save adds a segment. */
    formHref: href(`/edit/cards/${params.kind}/items/${params.uid ?? "new"}`),
    uid,
    kind,
    cardTitle: editable.cardTitle,
    heading: uid === null ? `Add custom item to ${editable.cardTitle}` : item.title,
    isCustom,
    guidance: standard?.guidance ?? null,
    standardTitle: standard?.title ?? null,
    can,
    values: formOfItem(item, { base, letterType: can.bridgeLetter }),
    /** Choices that the plan leaves out. */
    locked: ITEM_ACCESSES.filter(lacking),
    letter:
      can.bridgeLetter === null
        ? null
        : { locked: !plan.hasFeature("bridgeLetter"), date: letterDate(edit.now, org.timeZone) },
    documents:
      can.documents && staff.permissions.has("files:view")
        ? await choicesOf(edit, editable, {})
        : null,
    connection: await connectionSection(context, edit, editable),
    timeZone: org.timeZone,
    orgId: org.id,
    areaIsHere: edit.areaIsHere,
    mayUpload: can.documents && staff.permissions.has("files:edit"),
    maxUpload: maxUploadBytes(org),
    badge: can.badge
      ? {
          seal:
            (standard?.badge === undefined ? undefined : BADGES[standard.badge]) ??
            customBadge(item.title || "New item"),
          picture:
            badge === null ? null : `/api/share/${org.id}/assets/${badge.id}?v=${badge.revision}`,
          fileName: badge?.fileName ?? null,
        }
      : null,
    riskProfileHref: kind === "RiskProfile" ? href("/edit/risk-profile") : null,
    urlHref: uid === null || isDeleted ? null : href(`/edit/items/${encodeURIComponent(uid)}/url`),
    moveHref:
      uid === null || !editable.isStored || destinationsOf({ kind, uid }).length === 0
        ? null
        : href(`/edit/items/${encodeURIComponent(uid)}/move`),
    deleteHref:
      uid !== null && isCustom && !isDeleted
        ? href(`/edit/cards/${kind}/items/${uid}/delete`)
        : null,
  };
}

/** The documents that the form offers, for what was typed and chosen in it so far. */
export async function choicesOf(
  { org, scope }: EditRequest,
  { linked }: EditableItem,
  values: FormValues,
): Promise<DocumentChoices & { search: string }> {
  const search = valueOf(values, "documentSearch").trim().slice(0, 200);
  return {
    ...(await documentChoices(scope.db, org.id, {
      linked,
      chosen: valuesOf(values, "link").slice(0, 200),
      search,
      most: MOST_DOCUMENTS,
    })),
    search,
  };
}
