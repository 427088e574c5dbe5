import type { Route } from "./+types/display-text";
import { updateCard } from "../store/cards.server.ts";
import { baseOf, EditConflict } from "#web/history/store/record-change.server.ts";
import { cardSubject, type CardSnapshot } from "#content/products/store/card-history.server.ts";
import { DISPLAY_TEXT_HINT, displayTextSchema } from "#model/cards/forms/edit-forms.ts";
import { SAVE_ERROR } from "#model/items/forms/items.ts";
import { failing, formAction } from "#web/forms/form.ts";
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
const shown = (card: CardSnapshot) => card.displayText;

export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const { key, title, snapshot } = await editedCard(edit, args.params.kind);
  return {
    page: edit.page,
    title,
    displayText: snapshot.displayText,
    constraint: formConstraint(displayTextSchema),
    base: await baseOf(edit.scope.db, cardSubject, key, shown),
  };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { kind, title } = await editedCard(edit, args.params.kind);
  return formAction(
    args,
    displayTextSchema,
    async (submitted) => {
      const { base, displayText } = submitted.value;
      const { changeId } = await edit.change(
        { subject: cardSubject, subjectId: kind, base, part: shown },
        (trx) =>
          updateCard(trx, edit.org.id, edit.product.id, kind, {
            displayText: displayText === "" ? null : displayText,
          }),
      );
      return edit.done(`Display text of ${title} updated`, changeId);
    },
    {
      ...failing(SAVE_ERROR),
      answers: (error, submitted) => {
        if (!(error instanceof EditConflict)) return undefined;
        const { displayText } = submitted.value;
        const theirs = (error.current as CardSnapshot).displayText;
        return conflictAnswer(
          submitted.refuse({ form: [error.message] }, { status: 409 }),
          error,
          edit.org.timeZone,
          [{ label: "Display text", yours: displayText, theirs }],
        );
      },
    },
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Edit display text");
}

export default function DisplayText({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <FormDialog
      data={loaderData}
      answer={actionData}
      title="Edit display text"
      names={["displayText"]}
      stored={{ displayText: loaderData.displayText }}
    >
      {({ displayText }) => (
        <TextField
          {...textField(displayText)}
          label={loaderData.title}
          hint={DISPLAY_TEXT_HINT}
          autoComplete="off"
          data-autofocus=""
        />
      )}
    </FormDialog>
  );
}
