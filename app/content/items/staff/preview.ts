import type { RouterContextProvider } from "react-router";
import { editItem, newItemUid, type ItemEdit } from "../store/item-edits.server.ts";
import { loadCardView } from "#visibility/store/card-view.server.ts";
import { drawnItem } from "#visibility/store/drawn.server.ts";
import { Clock } from "#visibility/store/scope.server.ts";
import type { EditableItem } from "../store/editable-item.server.ts";
import { servicesContext } from "#platform/context.ts";
import { PUBLIC_VIEWER } from "#model/visibility/viewer.ts";
import type { EditRequest } from "#web/staff/editing/edit-request.ts";
import type { ItemPreview } from "./answer.ts";

/**
 * An item as the public would see it once its form is saved. The save is made and the page is
 * asked, in one transaction that is taken back: what shows is what would be, by the same rules, and
 * nothing was written.
 */
export async function previewOf(
  context: Readonly<RouterContextProvider>,
  { org, product, by, now, scope }: EditRequest,
  editable: EditableItem,
  edit: ItemEdit,
): Promise<ItemPreview> {
  const { store } = context.get(servicesContext);
  const uid = editable.uid ?? newItemUid();
  const card = await store.dryRunOf(async (trx) => {
    const write = { trx, orgId: org.id, by, now };
    await editItem(write, product.id, { uid, kind: editable.kind }, edit, {
      bringBack: editable.goneFrom?.what === "deleted" ? editable.goneFrom.last : undefined,
    });
    return loadCardView(
      { ...scope, db: trx, viewer: PUBLIC_VIEWER, clock: new Clock(now, org.timeZone) },
      editable.kind,
    );
  });
  if (card === null)
    return { item: null, why: "Visitors don’t see it because its card or section is hidden." };
  const item = card.items.find((candidate) => candidate.uid === uid);
  if (item !== undefined) return { item: await drawnItem(scope, item) };
  return {
    item: null,
    why:
      edit.values.enabledState === "NotEnabled"
        ? "Visitors don’t see it because it isn’t enabled."
        : "Only accounts whose permission profile includes it can see it.",
  };
}
