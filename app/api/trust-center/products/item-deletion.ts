import type { Route } from "./+types/item-deletion";
import { removeItem } from "../../../../db/items.ts";
import { catalogueItem } from "../../../domain/catalogue/index.ts";
import { notAllowed, problem } from "../../documents/staff.ts";
import { editProduct } from "./edited-product.ts";

export function loader(): Response {
  return notAllowed("POST");
}

/** POST /api/trust-center/products/{productId}/items/{itemUid}/deletion deletes a custom item (spec/2 §7, DeleteCustomItem); `changeId` is what undoes it. */
export async function action({ context, request, params }: Route.ActionArgs): Promise<Response> {
  if (request.method !== "POST") return notAllowed("POST");
  const { itemUid } = params;
  return editProduct(context, params.productId, async (edited) => {
    if (catalogueItem(itemUid) !== undefined) return problem(404, "Not found");
    const { changeId } = await edited.change({ subject: "item", subjectId: itemUid }, (trx) => removeItem(trx, edited.org.id, edited.product.id, itemUid));
    return Response.json({ itemUid, changeId });
  });
}
