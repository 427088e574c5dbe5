import type { Route } from "./+types/new-control";
import { EntryForm } from "#content/edit-kit/entry-form.tsx";
import { pageTitle } from "#values/page-title.ts";
import { controlEditor } from "../editor.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Add control", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  return controlEditor.newPage(context);
}

export async function action(args: Route.ActionArgs) {
  return controlEditor.add(args);
}

export default function NewControl({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-8 text-2xl font-semibold tracking-tight">Add control</h1>
      <EntryForm
        id="control"
        path="/controls"
        values={{ reference: "", title: "", access: "public", productIds: [] }}
        given={loaderData.given}
        answer={actionData}
      />
    </>
  );
}
