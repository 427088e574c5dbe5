import type { Route } from "./+types/control";
import { EditedEntry } from "#content/edit-kit/entry-form.tsx";
import { pageTitle } from "#values/page-title.ts";
import { controlEditor } from "../editor.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Edit control", loaderData?.failed) }];
}

export async function loader({ context, params }: Route.LoaderArgs) {
  return (await controlEditor.page(context, params.controlId)).shown;
}

/** Saves the control, or deletes it. */
export async function action(args: Route.ActionArgs) {
  return controlEditor.change(args, args.params.controlId);
}

export default function EditControl({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <EditedEntry
      noun="control"
      id="control"
      path="/controls"
      shown={loaderData}
      answer={actionData}
      afterDeletion="It’s removed from the portal immediately. You can restore it from the history."
    />
  );
}
