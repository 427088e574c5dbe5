import type { Route } from "./+types/items-order";
import { arrangeItems } from "../../../../db/item-places.ts";
import { loadItemRows } from "../../../../db/pages/item-rows.ts";
import { arrangeDocumentTiles } from "../../../../db/products.ts";
import { isReorderable } from "../../../domain/editing.ts";
import { isCardKind } from "../../../domain/kinds.ts";
import { itemOrderSchema } from "../../../domain/order-forms.ts";
import { completed } from "../../../domain/ordering.ts";
import { readJson } from "../../../middleware/json-body.ts";
import { notAllowed, problem } from "../../documents/staff.ts";
import { editProduct } from "./edited-product.ts";

/** Room for the uids of ten thousand items. */
const MAX_BYTES = 512 * 1024;

export function loader(): Response {
  return notAllowed("PATCH");
}

/**
 * PATCH /api/trust-center/products/{productId}/cards/{kind}/items {items}: saves the order of a card's items.
 * For Documents the items are those of all cards that have documents, and `featured` may name the featured ones;
 * without it, those that are featured stay so. Answers the order whole.
 */
export async function action({ context, request, params }: Route.ActionArgs): Promise<Response> {
  if (request.method !== "PATCH") return notAllowed("PATCH");
  const { kind } = params;
  return editProduct(context, params.productId, async (edited) => {
    if (!isCardKind(kind) || !isReorderable(kind)) return problem(404, "Not found");
    const sent = await readJson(request, itemOrderSchema, MAX_BYTES);
    if (sent instanceof Response) return sent;
    const { columns } = await loadItemRows(edited.scope, kind);
    const known = new Set(columns.flat());
    const unknown = [...sent.items, ...(sent.featured ?? [])].filter((uid) => !known.has(uid));
    if (unknown.length > 0) return problem(400, "There is no such item", { errors: { items: unknown.slice(0, 10).map((uid) => `There is no such item: ${uid}`) } });

    const featured = new Set(sent.featured ?? columns[0]);
    const lists = columns.length === 1 ? [sent.items] : [sent.items.filter((uid) => featured.has(uid)), sent.items.filter((uid) => !featured.has(uid))];
    const [first = [], others] = completed(lists, columns);
    const { changeId } = await edited.change({ subject: "item-order", subjectId: kind }, (trx) =>
      others === undefined ? arrangeItems(trx, edited.org.id, edited.product.id, kind, first) : arrangeDocumentTiles(trx, edited.org.id, edited.product.id, first, others),
    );
    return Response.json({ items: [...first, ...(others ?? [])], ...(others === undefined ? {} : { featured: first }), changeId });
  });
}
