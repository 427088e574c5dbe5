import type { Route } from "./+types/card";
import { hideCard, showCard } from "../../../../db/cards.ts";
import { NotFound } from "../../../../db/refusals.ts";
import { cardPatchSchema } from "../../../domain/edit-forms.ts";
import { isCardKind } from "../../../domain/kinds.ts";
import { notAllowed } from "../../documents/staff.ts";
import { productCall } from "./product-call.ts";

export function loader(): Response {
  return notAllowed("PATCH");
}

/** PATCH …/products/{productId}/cards/{kind} {hidden}: hides a card or shows it (spec/3 §7). */
export function action(args: Route.ActionArgs): Promise<Response> {
  return productCall(args, cardPatchSchema, async ({ org, product, value: { hidden }, by, now, change }) => {
    const { kind } = args.params;
    if (!isCardKind(kind) || kind === "CustomerData") throw new NotFound("card");
    const changeId = await change({ subject: "card", subjectId: kind }, (trx) => (hidden ? hideCard(trx, org.id, product.id, kind, by.actorName, now) : showCard(trx, org.id, product.id, kind)));
    return { kind, hidden, changeId };
  });
}
