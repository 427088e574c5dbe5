import { EditConflict } from "#web/history/store/record-change.server.ts";
import { editItem, newItemUid } from "../store/item-edits.server.ts";
import { itemEditOf, type EditableItem } from "../store/editable-item.server.ts";
import { findSameTitle } from "../store/item-titles.server.ts";
import type { Writer } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import { cardAddress } from "#model/cards/editing.ts";
import { sameTitleWarning, type ItemForm } from "#model/items/forms/items.ts";
import { sortKey } from "#values/names.ts";
import type { EditRequest } from "#web/staff/editing/edit-request.ts";
import { again, type ItemAnswer } from "./answer.ts";
import { storePicture } from "#platform/files/upload/stage-upload.ts";
import { checked, type ItemOutcome, type SentItem } from "./item-action.ts";
import { editableItemInForm } from "./item-form-state.ts";
import { MAX_BADGE_BYTES } from "./submitted.ts";
import { conflicted, refused, showing } from "./item-answers.ts";

/** Save, the form's own button. */
export function saveItemForm(sent: SentItem): ItemOutcome | Promise<ItemOutcome> {
  return checked(sent, async (form) => {
    const { args, edit, editable, values, notice } = sent;
    const warning = await sameTitle(edit, editable, form);
    if (warning === null) return save(sent, form);
    return refused(
      args,
      again(
        { ...values, sameTitle: [String(form.title)] },
        { errors: { title: [warning.text] }, warning, notice },
      ),
      400,
    );
  });
}

async function save(sent: SentItem, form: ItemForm): Promise<ItemOutcome> {
  const { args, edit, editable, values, files } = sent;
  const { store, blobs } = args.context.get(servicesContext);
  const { org, product, by, now } = edit;
  const uid = editable.uid ?? newItemUid();
  const picture = files?.picture ?? null;
  const badge =
    picture === null
      ? null
      : await storePicture({ blobs }, org.id, picture, {
          type: "badge",
          maxBytes: MAX_BADGE_BYTES,
        });
  const work = async (trx: Writer) => {
    const badgeAssetId =
      badge === null
        ? form.removeBadge && editable.can.badge
          ? null
          : undefined
        : await badge.record(trx, now);
    const { values: plain, ...rest } = itemEditOf(form, editable);
    const bringBack = editable.goneFrom?.what === "deleted" ? editable.goneFrom.last : undefined;
    return editItem(
      { trx, orgId: org.id, by, now },
      product.id,
      { uid, kind: editable.kind },
      { ...rest, values: badgeAssetId === undefined ? plain : { ...plain, badgeAssetId } },
      { base: editable.uid === null ? undefined : form.base, bringBack },
    );
  };
  const saved = async () => {
    const changeId = await store.write(work);
    const title = String(form.title === "" ? editable.item.title : form.title);
    const text =
      editable.goneFrom?.what === "deleted"
        ? `“${title}” was restored to ${editable.cardTitle}`
        : editable.uid === null
          ? `“${title}” was added to ${editable.cardTitle}`
          : changeId === null
            ? `No changes to save in “${title}”`
            : `“${title}” was saved`;
    return edit.done(text, changeId, edit.href(cardAddress(editable.kind, "read")));
  };
  return showing(args, values, saved, async (error) =>
    error instanceof EditConflict
      ? // It may have gone elsewhere while this was saved.
        conflicted(args, edit, await editableItemInForm(edit, args.params), {
          values,
          conflict: error,
          form,
        })
      : undefined,
  );
}

/** Another item of that title, unless somebody was told and wants it all the same. */
async function sameTitle(
  { org, product, scope, href }: EditRequest,
  { uid, item, can }: EditableItem,
  form: ItemForm,
): Promise<ItemAnswer["warning"]> {
  const title = String(form.title);
  if (!can.title || form.sameTitle === title || sortKey(title) === sortKey(item.title)) return null;
  const other = await findSameTitle(scope.db, org.id, product.id, title, uid ?? "");
  return other === null
    ? null
    : {
        text: sameTitleWarning(other.title, other.cardTitle),
        href: href(`/edit/cards/${other.kind}/items/${other.uid}`),
        label: `Edit ${other.title}`,
      };
}
