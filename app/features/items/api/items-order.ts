import type { Route } from "./+types/items-order";
import { arrangeItems } from "../store/item-places.server.ts";
import { loadItemRows } from "../../../visibility/store/item-rows.server.ts";
import { arrangeDocumentTiles } from "../../products/store/product-order.server.ts";
import { isReorderable } from "../../cards/rules/editing.ts";
import { isCardKind } from "../../cards/rules/kinds.ts";
import { itemOrderSchema } from "../../cards/forms/order-forms.ts";
import { completed, type Columns } from "../../../values/ordering.ts";
import { notAllowed, problem } from "../../documents/api/staff.ts";
import { productCall } from "../../products/api/product-call.ts";
import { addItem } from "./item-save.ts";

/** Room for the uids of ten thousand items. */
const MAX_BYTES = 512 * 1024;

const orderOf = (kind: string) => ({ subject: "item-order", subjectId: kind }) as const;

/** One list, or for the Documents card featured ones before the others. */
function shown([first = [], others]: Columns) {
  return {
    items: [...first, ...(others ?? [])],
    ...(others === undefined ? {} : { featured: first }),
  };
}

/** GET: the order of a card's items, with the stamp (`base`) by which a change notices another. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  const { kind } = args.params;
  return productCall(args, async ({ scope, stamp }) => {
    if (!isCardKind(kind) || !isReorderable(kind)) return problem(404, "Not found");
    const [{ columns }, base] = [await loadItemRows(scope, kind), await stamp(orderOf(kind))];
    return Response.json({ ...shown(columns), base });
  });
}

/**
 * PATCH /api/trust-center/products/{productId}/cards/{kind}/items {items}: saves the order of a
 * card's items. For Documents the items are those of all cards that have documents, and `featured`
 * may name the featured ones; without it, those that are featured stay so. Answers the order whole.
 * POST adds an item of the org's own.
 */
export async function action(args: Route.ActionArgs): Promise<Response> {
  if (args.request.method === "POST") return addItem(args);
  if (args.request.method !== "PATCH") return notAllowed("GET", "HEAD", "PATCH", "POST");
  const { kind } = args.params;
  return productCall(args, async ({ org, product, scope, read, change, stamp }) => {
    if (!isCardKind(kind) || !isReorderable(kind)) return problem(404, "Not found");
    const sent = await read(itemOrderSchema, MAX_BYTES);
    const { columns } = await loadItemRows(scope, kind);
    const known = new Set(columns.flat());
    const unknown = [...sent.items, ...(sent.featured ?? [])].filter((uid) => !known.has(uid));
    if (unknown.length > 0)
      return problem(400, "There is no such item", {
        errors: { items: unknown.slice(0, 10).map((uid) => `There is no such item: ${uid}`) },
      });

    const featured = new Set(sent.featured ?? columns[0]);
    const lists =
      columns.length === 1
        ? [sent.items]
        : [
            sent.items.filter((uid) => featured.has(uid)),
            sent.items.filter((uid) => !featured.has(uid)),
          ];
    const wanted = completed(lists, columns);
    const [first = [], others] = wanted;
    const { changeId } = await change(
      orderOf(kind),
      (trx) =>
        others === undefined
          ? arrangeItems(trx, org.id, product.id, kind, first)
          : arrangeDocumentTiles(trx, org.id, product.id, first, others),
      () => shown(columns),
    );
    return Response.json({ ...shown(wanted), changeId, base: await stamp(orderOf(kind)) });
  });
}
