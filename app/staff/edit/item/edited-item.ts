import { findItemInHand, type ItemInHand } from "../../../../db/item-in-hand.ts";
import { editedCard } from "../edited-card.ts";
import { notThere, type EditRequest } from "../edit-request.ts";

/** @throws a 404 for what is no item of this card, and for a new one where a card takes none of one's own */
export async function itemInHand(edit: EditRequest, { kind: card, uid = null }: { kind: string; uid?: string | null | undefined }): Promise<ItemInHand> {
  const { kind, title } = await editedCard(edit, card);
  const found = await findItemInHand(edit.scope.db, edit.org, edit.product.id, { kind, cardTitle: title, uid });
  if (found === null) throw notThere();
  return found;
}
