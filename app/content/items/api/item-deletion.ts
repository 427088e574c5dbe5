import type { Route } from "./+types/item-deletion";
import { removeItem } from "../store/item-state.server.ts";
import { catalogueItem } from "#model/cards/catalogue/index.ts";
import { productCall } from "#content/products/api/product-call.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { problem } from "#web/api/json-body.ts";
import { itemSubject } from "../store/item-history.server.ts";

export const handle: RouteHandle = { methods: ["POST"] };

/**
 * POST /api/trust-center/products/{productId}/items/{itemUid}/deletion deletes a custom item;
 * `changeId` is what undoes it.
 */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const { itemUid } = args.params;
  return productCall(args, async ({ org, product, change, readNothing }) => {
    if (catalogueItem(itemUid) !== undefined) return problem(404, "Not found");
    await readNothing();
    const { changeId } = await change({ subject: itemSubject, subjectId: itemUid }, (trx) =>
      removeItem(trx, org.id, product.id, itemUid),
    );
    return Response.json({ itemUid, changeId });
  });
}
