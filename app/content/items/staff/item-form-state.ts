import { notFound } from "#web/forms/form.ts";
import {
  findEditableItem,
  findMovedOrDeleted,
  type EditableItem,
} from "../store/editable-item.server.ts";
import { editedCard } from "#content/products/staff/edited-card.ts";
import type { EditRequest } from "#web/staff/editing/edit-request.ts";

interface ItemAddress {
  kind: string;
  uid?: string | null | undefined;
}

/**
 * @throws a 404 for what is no item of this card, and for a new one where a card takes none of
 * one's own
 */
export async function editableItem(edit: EditRequest, address: ItemAddress): Promise<EditableItem> {
  const { found } = await itemAt(edit, address);
  if (found === null) throw notFound();
  return found;
}

/**
 * As `editableItem`, for a form that somebody filled in: an item that was moved or deleted since is
 * found all the same, so that nothing of the form is lost.
 */
export async function editableItemInForm(
  edit: EditRequest,
  address: ItemAddress,
): Promise<EditableItem> {
  const { kind, title, uid, found } = await itemAt(edit, address);
  if (found !== null) return found;
  const stray =
    uid === null
      ? null
      : await findMovedOrDeleted(edit.scope.db, edit.org, edit.product.id, uid, kind);
  if (stray === null) throw notFound();
  return stray.editable((await editedCard(edit, stray.kind)).title, title);
}

/** The card that an address names, and its item where it has that one. */
async function itemAt(edit: EditRequest, { kind: card, uid = null }: ItemAddress) {
  const { kind, title } = await editedCard(edit, card);
  const found = await findEditableItem(edit.scope.db, edit.org, edit.product.id, {
    kind,
    cardTitle: title,
    uid,
  });
  return { kind, title, uid, found };
}
