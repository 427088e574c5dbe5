import { notFound } from "#web/forms/form.ts";
import type { Route } from "./+types/items-order";
import { baseOf } from "#web/history/store/record-change.server.ts";
import { arrangeDocumentTiles } from "#content/products/store/product-order.server.ts";
import { arrangeItems } from "#content/items/store/item-places.server.ts";
import { loadItemRows } from "#visibility/store/item-rows.server.ts";
import { isReorderable } from "#model/cards/editing.ts";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editRequest } from "#web/staff/editing/edit-request.ts";
import { editedCard } from "#content/products/staff/edited-card.ts";
import { orderAction } from "./action.ts";
import { OrderForm } from "./form.tsx";
import { itemOrderSubject } from "#content/items/store/item-order-history.server.ts";

export const handle = { dialog: true };

/** 'Reorder items in {card}': one list, or featured documents beside the others. */
export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const { kind, title, key } = await reorderable(edit, args.params.kind);
  const { columns, items } = await loadItemRows(edit.scope, kind);
  return {
    page: edit.page,
    title,
    columns,
    items,
    base: await baseOf(edit.scope.db, itemOrderSubject, key),
  };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { kind, title } = await reorderable(edit, args.params.kind);
  const { columns, items } = await loadItemRows(edit.scope, kind);
  return orderAction(args, edit, {
    subject: itemOrderSubject,
    subjectId: kind,
    fields: fieldsOf(columns.length),
    stored: columns,
    save: (trx, [first = [], others]) =>
      others === undefined
        ? arrangeItems(trx, edit.org.id, edit.product.id, kind, first)
        : arrangeDocumentTiles(trx, edit.org.id, edit.product.id, first, others),
    label: (uid) => items.find((item) => item.uid === uid)?.title ?? uid,
    success: `Updated ${title} card item's order`,
    failure: `Failed to update ${title} card item's order`,
  });
}

async function reorderable(edit: Parameters<typeof editedCard>[0], kind: string) {
  const card = await editedCard(edit, kind);
  if (!isReorderable(card.kind)) throw notFound();
  return card;
}

function fieldsOf(lists: number): string[] {
  return lists === 1 ? ["item"] : ["featured", "item"];
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, `Reorder items in ${loaderData?.title ?? "card"}`);
}

export default function Items({ loaderData, actionData }: Route.ComponentProps) {
  const { page, title, columns, items, base } = loaderData;
  const rows = new Map(items.map(({ uid, title: label, detail }) => [uid, { label, detail }]));
  const titles = columns.length === 1 ? [null] : ["Featured", "Non-featured"];
  const lists = fieldsOf(columns.length).map((field, number) => ({
    field,
    title: titles[number] ?? null,
  }));
  return (
    <OrderForm
      page={page}
      title={`Reorder items in ${title}`}
      lists={lists}
      rows={rows}
      stored={columns}
      base={base}
      answer={actionData}
      submit="Save order"
      menu={columns.length > 1}
      size={columns.length === 1 ? "normal" : "extra-large"}
    />
  );
}
