import type { Route } from "./+types/undo";
import { undoChange } from "#web/history/store/undo.server.ts";
import { servicesContext } from "#platform/context.ts";
import { data } from "react-router";
import { keepRestored } from "#platform/files/markdown/restored-markdown.ts";
import { notFound } from "#web/forms/form.ts";
import { shownAction, type Refusal } from "#web/forms/shown.ts";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { EditDialog, editMeta } from "./edit-dialog.tsx";
import { editRequest } from "./edit-request.ts";
import { undoneTogether } from "./undo-answer.ts";

export const handle = { dialog: true };

/** Takes a change back: the flash message's Undo posts here; a visit asks first. */
export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const { subjects } = args.context.get(servicesContext);
  const changes = await undoneTogether(edit, subjects, args.params.changeId);
  if (changes === null) throw notFound();
  return {
    page: edit.page,
    changes: changes.map(({ id, title, summary }) => ({ id, title, lines: summary.split("\n") })),
    undone: changes.some((change) => change.undoneAt !== null),
  };
}

/** All of them or none: the last change goes back first. */
export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { store, subjects, now } = args.context.get(servicesContext);
  const changes = await undoneTogether(edit, subjects, args.params.changeId);
  if (changes === null) throw notFound();
  const show = ({ said, status }: Refusal) => data({ refused: said.join(" ") }, { status });
  return shownAction(args.context, show, async () => {
    await keepRestored({ store, now }, edit.org.id, changes);
    await store.write(async (trx) => {
      for (const change of changes.toReversed())
        await undoChange(trx, edit.org.id, change.id, {
          subjects,
          permissions: edit.staff.permissions,
          by: edit.by,
          now: edit.now,
        });
    });
    const [only] = changes;
    return edit.done(
      changes.length === 1
        ? `Undone: ${only?.title} is as it was before.`
        : `Undone: ${changes.length} changes are as they were before.`,
    );
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Undo");
}

export default function Undo({ loaderData, actionData }: Route.ComponentProps) {
  const { page, changes, undone } = loaderData;
  const refused = actionData?.refused ?? (undone ? "This was already undone." : null);
  return (
    <EditDialog page={page} title="Undo" submit="Undo" disabled={refused !== null}>
      {refused === null ? null : <ErrorSummary errors={[refused]} fields={[]} />}
      {changes.map(({ id, title, lines }) => (
        <div key={id}>
          <p className="font-medium">{title}</p>
          <ul className="mt-2 list-disc space-y-1 ps-5 text-sm">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
    </EditDialog>
  );
}
