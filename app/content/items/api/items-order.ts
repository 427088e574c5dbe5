import type * as z from "zod";
import type { Route } from "./+types/items-order";
import type { Writer } from "#db/store.ts";
import { arrangeItems } from "../store/item-places.server.ts";
import { loadItemRows } from "#visibility/store/item-rows.server.ts";
import { arrangeDocumentTiles } from "#content/products/store/product-order.server.ts";
import { isReorderable } from "#model/cards/editing.ts";
import { isCardKind, type CardKind } from "#model/cards/kinds.ts";
import { itemOrderSchema } from "#model/cards/forms/order-forms.ts";
import { completed, type Columns } from "#values/ordering.ts";
import { productCall, type ProductCall } from "#content/products/api/product-call.ts";
import { addItem } from "./item-save.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { problem } from "#web/api/json-body.ts";
import { itemOrderSubject } from "../store/item-order-history.server.ts";

export const handle: RouteHandle = { methods: ["GET", "POST", "PATCH"] };

/** Room for the uids of ten thousand items. */
const MAX_BYTES = 512 * 1024;

const orderOf = (kind: string) => ({ subject: itemOrderSubject, subjectId: kind }) as const;

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
 * card's items, null the usual one. For Documents the items are those of all cards that have documents, and `featured`
 * may name the featured ones; without it, those that are featured stay so. Answers the order whole.
 * POST adds an item of the org's own.
 */
export async function action(args: Route.ActionArgs): Promise<Response> {
  if (args.request.method === "POST") return addItem(args);
  const { kind } = args.params;
  return productCall(args, async ({ org, product, scope, read, change, stamp }) => {
    if (!isCardKind(kind) || !isReorderable(kind)) return problem(404, "Not found");
    const sent = await read(itemOrderSchema, MAX_BYTES);
    const { columns } = await loadItemRows(scope, kind);
    const known = new Set(columns.flat());
    const unknown = [...(sent.items ?? []), ...(sent.featured ?? [])].filter(
      (uid) => !known.has(uid),
    );
    if (unknown.length > 0)
      return problem(400, "This item doesn’t exist", {
        errors: { items: unknown.slice(0, 10).map((uid) => `This item doesn’t exist: ${uid}`) },
      });

    const { changeId } = await change(
      orderOf(kind),
      (trx) => arrange(trx, { org, product, kind }, columns, sent),
      () => shown(columns),
    );
    // A scope remembers what it loaded: what was saved is asked of a new one.
    const saved = await loadItemRows({ ...scope }, kind);
    return Response.json({ ...shown(saved.columns), changeId, base: await stamp(orderOf(kind)) });
  });
}

/** Saves the order that was sent, made whole by what is stored. */
function arrange(
  trx: Writer,
  { org, product, kind }: Pick<ProductCall, "org" | "product"> & { kind: CardKind },
  columns: Columns,
  sent: z.output<typeof itemOrderSchema>,
): Promise<void> {
  const [first = [], others] = columns;
  if (others === undefined) {
    const [items = []] = sent.items === null ? [] : completed([sent.items], columns);
    return arrangeItems(trx, org.id, product.id, kind, items);
  }
  const featured = new Set(sent.featured ?? first);
  if (sent.items === null)
    return arrangeDocumentTiles(trx, org.id, product.id, [...featured], null);
  const [stars = [], rest = []] = completed(
    [sent.items.filter((uid) => featured.has(uid)), sent.items.filter((uid) => !featured.has(uid))],
    columns,
  );
  return arrangeDocumentTiles(trx, org.id, product.id, stars, rest);
}
