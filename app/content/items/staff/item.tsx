import type { Route } from "./+types/item";
import type { RouteHandle } from "#values/page-query.ts";
import { editRequest } from "#web/staff/editing/edit-request.ts";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editableItemInForm, editableItem } from "./item-form-state.ts";
import { ItemForm } from "./item-form.tsx";
import { itemPage } from "./item-page.ts";
import { itemAction } from "./save-item.ts";

export const handle: RouteHandle = { dialog: true, takesFiles: true };

/** An item of a card: everything that it says, who sees it, and what is linked. */
export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  // The form that somebody sent comes back also where its item went elsewhere meanwhile.
  return itemPage(
    args.context,
    edit,
    await (edit.page.failed ? editableItemInForm : editableItem)(edit, args.params),
  );
}

export function action(args: Route.ActionArgs) {
  return itemAction(args);
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, `Edit ${loaderData?.heading ?? "item"}`);
}

export default function EditItem({ loaderData, actionData }: Route.ComponentProps) {
  // Another item at the same route is another form: nothing of this one's may stay in its inputs.
  return (
    <ItemForm key={`${loaderData.kind} ${loaderData.uid}`} data={loaderData} answer={actionData} />
  );
}
