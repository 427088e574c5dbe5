import type { Route } from "./+types/cards-order";
import { snapshotOf } from "#web/history/store/record-change.server.ts";
import {
  cardOrderSubject,
  type CardOrderSnapshot,
} from "#content/products/store/order-history.server.ts";
import { cardOrder } from "#visibility/store/order.server.ts";
import { arrangeCards } from "#content/products/store/product-order.server.ts";
import { cardOrderSchema } from "#model/cards/forms/order-forms.ts";
import { productCall } from "#content/products/api/product-call.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET", "PATCH"] };

const CARDS = { subject: cardOrderSubject, subjectId: "" } as const;
const shown = ({ order }: CardOrderSnapshot) => ({ cards: cardOrder(order) });

/** GET: the order of the cards, with the stamp (`base`) by which a change notices another. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return productCall(args, async ({ db, org, product, stamp }) => {
    const stored = (await snapshotOf(db, cardOrderSubject, {
      orgId: org.id,
      productId: product.id,
      subjectId: "",
    })) as CardOrderSnapshot;
    return Response.json({ ...shown(stored), base: await stamp(CARDS) });
  });
}

/**
 * PATCH /api/trust-center/products/{productId}/cards {cards}: saves the order of the cards, null
 * the usual one; answers it whole.
 */
export async function action(args: Route.ActionArgs): Promise<Response> {
  return productCall(args, async ({ org, product, read, change, stamp }) => {
    const sent = (await read(cardOrderSchema)).cards;
    const cards = cardOrder(sent);
    const { changeId } = await change(
      CARDS,
      (trx) => arrangeCards(trx, org.id, product.id, sent === null ? null : cards),
      shown,
    );
    return Response.json({ cards, changeId, base: await stamp(CARDS) });
  });
}
