import type { Route } from "./+types/move";
import { baseOf, EditConflict } from "#web/history/store/record-change.server.ts";
import type { ItemSnapshot } from "../store/item-history-words.server.ts";
import { loadCards } from "#visibility/store/items.server.ts";
import { moveItem } from "../store/item-state.server.ts";
import { moveItemSchema } from "#model/cards/forms/edit-forms.ts";
import { destinationsOf } from "#model/cards/editing.ts";
import { CARD_TITLES, type CardKind } from "#model/cards/kinds.ts";
import { failing, formAction, notFound } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { selectField } from "#web/forms/fields.ts";
import { FormDialog } from "#web/staff/editing/form-dialog.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { conflictAnswer } from "#web/staff/editing/conflict.tsx";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editRequest, type EditRequest } from "#web/staff/editing/edit-request.ts";
import { editedItem } from "./edited-item.ts";
import { itemSubject } from "../store/item-history.server.ts";

export const handle = { dialog: true };

/** Where the item stands is all that the form shows. */
const shown = (item: ItemSnapshot) => item.row.kind;

async function movable(edit: EditRequest, itemUid: string) {
  const item = await editedItem(edit, itemUid);
  const destinations = destinationsOf(item.snapshot.row);
  if (destinations.length === 0) throw notFound();
  const cards = await loadCards(edit.scope);
  const titleOf = (kind: CardKind) => cards.get(kind)?.title ?? CARD_TITLES[kind];
  return { ...item, titleOf, destinations: destinations.filter((kind) => cards.has(kind)) };
}

export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const { key, snapshot, titleOf, destinations } = await movable(edit, args.params.itemUid);
  const options = destinations
    .map((kind) => ({ value: kind, label: titleOf(kind) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return {
    page: { ...edit.page, closeHref: edit.href(`/card/${snapshot.row.kind}`) },
    title: snapshot.row.title,
    from: titleOf(snapshot.row.kind),
    options,
    constraint: formConstraint(moveItemSchema),
    base: await baseOf(edit.scope.db, itemSubject, key, shown),
  };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { snapshot, titleOf } = await movable(edit, args.params.itemUid);
  return formAction(
    args,
    moveItemSchema,
    async (submitted) => {
      const { base, destinationCardId } = submitted.value;
      const { uid, title, kind } = snapshot.row;
      const { changeId } = await edit.change(
        { subject: itemSubject, subjectId: uid, base, part: shown },
        async (trx) => {
          if (kind !== destinationCardId)
            await moveItem(
              { trx, orgId: edit.org.id, by: edit.by, now: edit.now },
              edit.product.id,
              uid,
              destinationCardId,
            );
        },
      );
      return edit.done(`Successfully moved ${title} to ${titleOf(destinationCardId)}`, changeId);
    },
    {
      ...failing("Failed to move item to another card"),
      answers: (error, submitted) => {
        if (!(error instanceof EditConflict)) return undefined;
        const { destinationCardId } = submitted.value;
        const theirs =
          error.current === null ? "deleted" : titleOf((error.current as ItemSnapshot).row.kind);
        return conflictAnswer(
          submitted.refuse({ form: [error.message] }, { status: 409 }),
          error,
          edit.org.timeZone,
          [{ label: "Card", yours: titleOf(destinationCardId), theirs }],
        );
      },
    },
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Move item");
}

export default function MoveItem({ loaderData, actionData }: Route.ComponentProps) {
  const { title, from, options } = loaderData;
  return (
    <FormDialog
      data={loaderData}
      answer={actionData}
      title="Move item"
      names={["destinationCardId"]}
      stored={{ destinationCardId: null }}
      submit="Move"
    >
      {({ destinationCardId }) => (
        <>
          <p>
            <strong>{title}</strong> is on {from}. On the new card it goes to its default position.
            Its URL doesn’t change.
          </p>
          <SelectField
            {...selectField(destinationCardId)}
            label="Destination card"
            options={[{ value: "", label: "Choose a card" }, ...options]}
            data-autofocus=""
          />
        </>
      )}
    </FormDialog>
  );
}
