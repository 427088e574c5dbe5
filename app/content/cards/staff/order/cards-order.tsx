import type { Route } from "./+types/cards-order";
import { baseOf } from "#web/history/store/record-change.server.ts";
import { loadConfig } from "#visibility/store/config.server.ts";
import { loadCards } from "#visibility/store/items.server.ts";
import { arrangeCards } from "#content/products/store/product-order.server.ts";
import { CARD_TITLES, type CardKind } from "#model/cards/kinds.ts";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editRequest, type EditRequest } from "#web/staff/editing/edit-request.ts";
import { orderAction } from "./action.ts";
import { OrderForm } from "./form.tsx";
import { cardOrderSubject } from "#content/products/store/order-history.server.ts";

export const handle = { dialog: true };

/** 'Re-order cards'. */
export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const key = { orgId: edit.org.id, productId: edit.product.id, subjectId: "" };
  return {
    page: edit.page,
    ...(await cardsOf(edit)),
    base: await baseOf(edit.scope.db, cardOrderSubject, key),
  };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { order, cards } = await cardsOf(edit);
  return orderAction(args, edit, {
    subject: cardOrderSubject,
    subjectId: "",
    fields: ["card"],
    stored: [order],
    save: (trx, [kinds = []]) =>
      arrangeCards(trx, edit.org.id, edit.product.id, kinds as CardKind[]),
    label: (kind) => cards.find((card) => card.kind === kind)?.title ?? kind,
    success: `Updated card order for ${edit.product.slug} product`,
    failure: `Failed to update cards order for ${edit.product.slug} product`,
  });
}

async function cardsOf({ scope }: EditRequest): Promise<{
  order: CardKind[];
  cards: { kind: CardKind; title: string; hidden: boolean }[];
}> {
  const [config, cards] = await Promise.all([loadConfig(scope), loadCards(scope)]);
  return {
    order: config.cardOrder,
    cards: config.cardOrder.map((kind) => ({
      kind,
      title: cards.get(kind)?.title ?? CARD_TITLES[kind],
      hidden: (cards.get(kind)?.hiddenAt ?? null) !== null,
    })),
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Re-order cards");
}

export default function Cards({ loaderData, actionData }: Route.ComponentProps) {
  const { page, order, cards, base } = loaderData;
  const rows = new Map(
    cards.map(({ kind, title, hidden }) => [
      kind as string,
      { label: title, notShown: hidden ? "it is hidden" : null },
    ]),
  );
  return (
    <OrderForm
      page={page}
      title="Re-order cards"
      lists={LISTS}
      rows={rows}
      stored={[order]}
      base={base}
      answer={actionData}
      submit="Save order"
    />
  );
}

const LISTS = [{ field: "card", title: null }];
