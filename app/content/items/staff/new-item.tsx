import type { Route } from "./+types/new-item";
import type { RouteHandle } from "#values/page-query.ts";
import { editRequest } from "#web/staff/editing/edit-request.ts";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editableItem } from "./item-form-state.ts";
import { ItemForm } from "./item-form.tsx";
import { itemPage } from "./item-page.ts";
import { itemAction } from "./save-item.ts";

export const handle: RouteHandle = { dialog: true, takesFiles: true };

/** 'Add custom item': the same form, for an item of the org's own. */
export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  return itemPage(args.context, edit, await editableItem(edit, args.params));
}

export function action(args: Route.ActionArgs) {
  return itemAction(args);
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, loaderData?.heading ?? "Add custom item");
}

export default function AddItem({ loaderData, actionData }: Route.ComponentProps) {
  return <ItemForm data={loaderData} answer={actionData} />;
}
