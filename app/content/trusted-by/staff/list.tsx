import type { Route } from "./+types/list";
import { ROW_BUTTONS } from "#values/list-order.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { RowListDrawer } from "#content/edit-kit/row-pages.tsx";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editRequest } from "#web/staff/editing/edit-request.ts";
import { trustedByEditor } from "../editor.server.ts";

export const handle: RouteHandle = { dialog: true, button: ROW_BUTTONS };

const TITLE = "Edit trusted by";

/** The customers that a product names, in their order. */
export async function loader(args: Route.LoaderArgs) {
  return trustedByEditor.listPage(await editRequest(args));
}

export async function action(args: Route.ActionArgs) {
  return trustedByEditor.changeList(args, await editRequest(args));
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, TITLE);
}

export default function TrustedByList({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <RowListDrawer
      data={loaderData}
      result={actionData?.result}
      title={TITLE}
      add="Add company"
      plural="companies"
      empty={{ icon: "star", title: "You haven't selected any companies yet" }}
      name={({ company }) => company}
    >
      {({ company, href }) => (
        <>
          <p className="font-medium break-words">{company}</p>
          <p className="text-sm break-all text-muted empty:hidden">{href}</p>
        </>
      )}
    </RowListDrawer>
  );
}
