import { notFound } from "#web/forms/form.ts";
import { redirect } from "react-router";
import type { Route } from "./+types/card";
import { catalogueOf } from "#model/cards/catalogue/index.ts";
import { NOT_EXPANDABLE_KINDS } from "#model/cards/kinds.ts";
import { editedCard } from "#content/products/staff/edited-card.ts";
import { editRequest } from "#web/staff/editing/edit-request.ts";

export const handle = { dialog: true };

/**
 * Where a card is edited: at its own address in edit mode; one that never opens as a drawer, by its
 * one item.
 */
export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const { kind } = await editedCard(edit, args.params.kind);
  const [only] = catalogueOf(kind);
  if (!NOT_EXPANDABLE_KINDS.has(kind)) throw redirect(edit.href(`/card/${kind}?edit=true`));
  if (only === undefined) throw notFound();
  throw redirect(edit.href(`/edit/cards/${kind}/items/${only.uid}`));
}

export default function EditCard() {
  return null;
}
