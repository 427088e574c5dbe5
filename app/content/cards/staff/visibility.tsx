import type { Route } from "./+types/visibility";
import { hideCard, showCard } from "../store/cards.server.ts";
import { visibilitySchema } from "#model/cards/forms/edit-forms.ts";
import { SAVE_ERROR } from "#model/items/forms/items.ts";
import { failing, formAction } from "#web/forms/form.ts";
import { EditDialog, editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editedCard } from "#content/products/staff/edited-card.ts";
import { editRequest } from "#web/staff/editing/edit-request.ts";
import { cardSubject } from "#content/products/store/card-history.server.ts";

export const handle = { dialog: true };

/** Hides a card, or shows it again: the menu's button posts here, a visit asks first. */
export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const { title, snapshot } = await editedCard(edit, args.params.kind);
  return { page: edit.page, title, hidden: snapshot.hiddenAt !== null };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { kind, snapshot } = await editedCard(edit, args.params.kind);
  return formAction(
    args,
    visibilitySchema,
    async (submitted) => {
      const hide = submitted.value.hidden === "true";
      // Who hid a card stays the one who did: hiding it twice changes nothing.
      const { changeId } = await edit.change(
        { subject: cardSubject, subjectId: kind },
        async (trx) => {
          if (!hide) await showCard(trx, edit.org.id, edit.product.id, kind);
          else if (snapshot.hiddenAt === null)
            await hideCard(
              { trx, orgId: edit.org.id, by: edit.by, now: edit.now },
              edit.product.id,
              kind,
            );
        },
      );
      return edit.done(
        hide ? "Card hidden in Trust Center" : "Card shown in Trust Center",
        changeId,
      );
    },
    failing(SAVE_ERROR),
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, loaderData?.hidden ? "Show card" : "Hide card");
}

export default function Visibility({ loaderData, actionData }: Route.ComponentProps) {
  const { page, title, hidden } = loaderData;
  const name = hidden ? "Show card" : "Hide card";
  return (
    <EditDialog page={page} title={name} answer={actionData} submit={name}>
      <input type="hidden" name="hidden" value={hidden ? "false" : "true"} />
      <p>
        {hidden ? (
          <>
            Visitors will see <strong>{title}</strong> again, including everything they have access
            to.
          </>
        ) : (
          <>
            Visitors will no longer see <strong>{title}</strong> or anything on it: items, files and
            links.
          </>
        )}
      </p>
    </EditDialog>
  );
}
