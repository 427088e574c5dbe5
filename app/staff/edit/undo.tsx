import type { Route } from "./+types/undo";
import { findChange, undoChange } from "../../../db/changes/undo.ts";
import { NotFound, Refused } from "../../../db/refusals.ts";
import { servicesContext } from "../../context.ts";
import { data } from "react-router";
import { markFormFailed } from "../../middleware/form.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { EditDialog, editMeta } from "./edit-dialog.tsx";
import { editRequest, notThere } from "./edit-request.ts";

export const handle = { dialog: true };

/** Takes a change back: the flash message's Undo posts here; a visit asks first. */
export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const change = await findChange(edit.scope.db, edit.org.id, args.params.changeId, edit.staff.permissions);
  if (change === null || change.productId !== edit.product.id) throw notThere();
  return { page: edit.page, title: change.title, summary: change.summary.split("\n"), undone: change.undoneAt !== null };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { store } = args.context.get(servicesContext);
  const change = await findChange(store.read, edit.org.id, args.params.changeId, edit.staff.permissions);
  if (change === null || change.productId !== edit.product.id) throw notThere();
  try {
    await store.write((trx) => undoChange(trx, edit.org.id, change.id, { permissions: edit.staff.permissions, by: edit.by, now: edit.now }));
    return edit.done(`Undone: ${change.title} is as it was before.`);
  } catch (error) {
    if (error instanceof NotFound) throw notThere();
    if (!(error instanceof Refused)) throw error;
    markFormFailed(args.context);
    return data({ refused: error.message }, { status: error.status });
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Undo");
}

export default function Undo({ loaderData, actionData }: Route.ComponentProps) {
  const { page, title, summary, undone } = loaderData;
  const refused = actionData?.refused ?? (undone ? "This was undone already." : null);
  return (
    <EditDialog page={page} title="Undo" submit="Undo" disabled={refused !== null}>
      {refused === null ? null : <ErrorSummary errors={[refused]} fields={[]} />}
      <div>
        <p className="font-medium">{title}</p>
        <ul className="mt-2 list-disc space-y-1 ps-5 text-sm">
          {summary.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </EditDialog>
  );
}
