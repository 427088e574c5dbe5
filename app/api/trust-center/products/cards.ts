import type { Route } from "./+types/cards";
import { cardOrder } from "../../../../db/pages/order.ts";
import { arrangeCards } from "../../../../db/products.ts";
import { cardOrderSchema } from "../../../domain/order-forms.ts";
import { readJson } from "../../../middleware/json-body.ts";
import { notAllowed } from "../../documents/staff.ts";
import { editProduct } from "./edited-product.ts";

export function loader(): Response {
  return notAllowed("PATCH");
}

/** PATCH /api/trust-center/products/{productId}/cards {cards}: saves the order of the cards; answers it whole. */
export async function action({ context, request, params }: Route.ActionArgs): Promise<Response> {
  if (request.method !== "PATCH") return notAllowed("PATCH");
  return editProduct(context, params.productId, async (edited) => {
    const sent = await readJson(request, cardOrderSchema);
    if (sent instanceof Response) return sent;
    const cards = cardOrder(sent.cards);
    const { changeId } = await edited.change({ subject: "card-order", subjectId: "" }, (trx) => arrangeCards(trx, edited.org.id, edited.product.id, cards));
    return Response.json({ cards, changeId });
  });
}
