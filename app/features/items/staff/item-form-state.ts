import { notFound } from "../../../forms/form.ts";
import { findItemInHand, findStray, type ItemInHand } from "../store/editable-item.server.ts";
import { editedCard } from "../../cards/staff/edited-card.ts";
import { type EditRequest } from "../../../staff/editing/edit-request.ts";

interface ItemAddress {
  kind: string;
  uid?: string | null | undefined;
}

/** @throws a 404 for what is no item of this card, and for a new one where a card takes none of one's own */
export async function itemInHand(
  edit: EditRequest,
  { kind: card, uid = null }: ItemAddress,
): Promise<ItemInHand> {
  const { kind, title } = await editedCard(edit, card);
  const found = await findItemInHand(edit.scope.db, edit.org, edit.product.id, {
    kind,
    cardTitle: title,
    uid,
  });
  if (found === null) throw notFound();
  return found;
}

/**
 * As `itemInHand`, for a form that somebody filled in: an item that was moved or deleted since is found all the
 * same, so that nothing of the form is lost.
 */
export async function itemInForm(
  edit: EditRequest,
  { kind: card, uid = null }: ItemAddress,
): Promise<ItemInHand> {
  const { kind, title } = await editedCard(edit, card);
  const found = await findItemInHand(edit.scope.db, edit.org, edit.product.id, {
    kind,
    cardTitle: title,
    uid,
  });
  if (found !== null) return found;
  const stray =
    uid === null ? null : await findStray(edit.scope.db, edit.org, edit.product.id, uid, kind);
  if (stray === null) throw notFound();
  return stray.inHand((await editedCard(edit, stray.kind)).title, title);
}
