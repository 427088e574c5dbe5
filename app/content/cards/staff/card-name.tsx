import type { Route } from "./+types/card-name";
import { updateCard } from "../store/cards.server.ts";
import { baseOf, EditConflict } from "#web/history/store/record-change.server.ts";
import { cardSubject, type CardSnapshot } from "#content/products/store/card-history.server.ts";
import { hasFeature } from "#tenancy/orgs/store/orgs.server.ts";
import { CARD_NAME_PLACEHOLDER, cardNameSchema } from "../forms/card-forms.ts";
import { cardAddress } from "#model/cards/editing.ts";
import { mayRename } from "#model/items/capabilities.ts";
import { SAVE_ERROR } from "#model/items/forms/items.ts";
import { CARD_TITLES } from "#model/cards/kinds.ts";
import { failing, formAction, notFound } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { textField } from "#web/forms/fields.ts";
import { FormDialog } from "#web/staff/editing/form-dialog.tsx";
import { TextField } from "#web/ui/field.tsx";
import { conflictAnswer } from "#web/staff/editing/conflict.tsx";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editedCard } from "#content/products/staff/edited-card.ts";
import { editRequest } from "#web/staff/editing/edit-request.ts";

export const handle = { dialog: true };

/** The form shows this one field: what others change of the card meanwhile does not matter here. */
const shown = (card: CardSnapshot) => card.title;

/** A card that may have a name of its own. @throws a 404 for one that keeps its name */
async function renamable(args: Route.LoaderArgs | Route.ActionArgs) {
  const edit = await editRequest(args);
  const card = await editedCard(edit, args.params.kind);
  if (!mayRename(card.kind, hasFeature(edit.org, "cardRenaming"))) throw notFound();
  return { edit, ...card };
}

/** The name of a card; one that has a drawer is also named there. */
export async function loader(args: Route.LoaderArgs) {
  const { edit, kind, key, snapshot } = await renamable(args);
  return {
    page: { ...edit.page, closeHref: edit.href(cardAddress(kind, "edit")) },
    name: snapshot.title,
    constraint: formConstraint(cardNameSchema),
    standard: CARD_TITLES[kind],
    base: await baseOf(edit.scope.db, cardSubject, key, shown),
  };
}

export async function action(args: Route.ActionArgs) {
  const { edit, kind } = await renamable(args);
  return formAction(
    args,
    cardNameSchema,
    async (submitted) => {
      const { base, title } = submitted.value;
      const { changeId } = await edit.change(
        { subject: cardSubject, subjectId: kind, base, part: shown },
        (trx) => updateCard(trx, edit.org.id, edit.product.id, kind, { title }),
      );
      return edit.done(
        `Card renamed to “${title ?? CARD_TITLES[kind]}”`,
        changeId,
        edit.href(cardAddress(kind, "read")),
      );
    },
    {
      ...failing(SAVE_ERROR),
      answers: (error, submitted) => {
        if (!(error instanceof EditConflict)) return undefined;
        const { title } = submitted.value;
        const named = (name: string | null) => name ?? `${CARD_TITLES[kind]} (the default)`;
        return conflictAnswer(
          submitted.refuse({ form: [error.message] }, { status: 409 }),
          error,
          edit.org.timeZone,
          [
            {
              label: "Card name",
              yours: named(title),
              theirs: named((error.current as CardSnapshot).title),
            },
          ],
        );
      },
    },
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Card name");
}

export default function CardName({ loaderData, actionData }: Route.ComponentProps) {
  const { name, standard } = loaderData;
  return (
    <FormDialog
      data={loaderData}
      answer={actionData}
      title="Card name"
      names={["title"]}
      stored={{ title: name }}
    >
      {({ title }) => (
        <TextField
          {...textField(title)}
          label="Card name"
          hint={`Empty: ${standard}.`}
          placeholder={CARD_NAME_PLACEHOLDER}
          maxLength={50}
          autoComplete="off"
          data-autofocus=""
        />
      )}
    </FormDialog>
  );
}
