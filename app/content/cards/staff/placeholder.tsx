import type { Route } from "./+types/placeholder";
import { updateCard } from "../store/cards.server.ts";
import { baseOf, EditConflict } from "#web/history/store/record-change.server.ts";
import { cardSubject, type CardSnapshot } from "#content/products/store/card-history.server.ts";
import { placeholderSchema } from "#model/cards/forms/edit-forms.ts";
import { hasPlaceholder } from "#model/cards/editing.ts";
import { SAVE_ERROR } from "#model/items/forms/items.ts";
import { failing, formAction, notFound } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { areaField } from "#web/forms/fields.ts";
import { FormDialog } from "#web/staff/editing/form-dialog.tsx";
import { AreaField } from "#web/ui/choice-field.tsx";
import { conflictAnswer } from "#web/staff/editing/conflict.tsx";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editedCard } from "#content/products/staff/edited-card.ts";
import { editRequest, type EditRequest } from "#web/staff/editing/edit-request.ts";

export const handle = { dialog: true };

/** The form shows this one field: what others change of the card meanwhile does not matter here. */
const shown = (card: CardSnapshot) => card.placeholder;

async function cardOf(edit: EditRequest, kind: string) {
  const card = await editedCard(edit, kind);
  if (!hasPlaceholder(card.kind)) throw notFound();
  return card;
}

export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const { key, title, snapshot } = await cardOf(edit, args.params.kind);
  return {
    page: edit.page,
    title,
    placeholder: snapshot.placeholder,
    constraint: formConstraint(placeholderSchema),
    base: await baseOf(edit.scope.db, cardSubject, key, shown),
  };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { kind } = await cardOf(edit, args.params.kind);
  return formAction(
    args,
    placeholderSchema,
    async (submitted) => {
      const { base, placeholder } = submitted.value;
      const { changeId } = await edit.change(
        { subject: cardSubject, subjectId: kind, base, part: shown },
        (trx) =>
          updateCard(trx, edit.org.id, edit.product.id, kind, {
            placeholder: placeholder === "" ? null : placeholder,
          }),
      );
      return edit.done("Placeholder text updated", changeId);
    },
    {
      ...failing(SAVE_ERROR),
      answers: (error, submitted) => {
        if (!(error instanceof EditConflict)) return undefined;
        const { placeholder } = submitted.value;
        const theirs = (error.current as CardSnapshot).placeholder;
        return conflictAnswer(
          submitted.refuse({ form: [error.message] }, { status: 409 }),
          error,
          edit.org.timeZone,
          [{ label: "Placeholder text", yours: placeholder, theirs }],
        );
      },
    },
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Set empty placeholder");
}

const HINT = "Shown while no item of this card is enabled. At most 1000 characters.";

export default function Placeholder({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <FormDialog
      data={loaderData}
      answer={actionData}
      title="Set empty placeholder"
      names={["placeholder"]}
      stored={{ placeholder: loaderData.placeholder }}
    >
      {({ placeholder }) => (
        <AreaField
          {...areaField(placeholder)}
          label={loaderData.title}
          hint={HINT}
          // A text that is too long is told so, not cut.
          maxLength={undefined}
          rows={5}
          data-autofocus=""
        />
      )}
    </FormDialog>
  );
}
