import type { Route } from "./+types/list";
import { ROW_BUTTONS } from "#values/list-order.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { RowListDrawer } from "#content/edit-kit/row-pages.tsx";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editRequest } from "#web/staff/editing/edit-request.ts";
import { gradeEditor } from "../editor.server.ts";
import { GRADE_PROVIDER_NAMES } from "#model/grades.ts";

export const handle: RouteHandle = { dialog: true, button: ROW_BUTTONS };

const TITLE = "Edit security grades";

/** The grades of a product in their order. */
export async function loader(args: Route.LoaderArgs) {
  return gradeEditor.listPage(await editRequest(args));
}

export async function action(args: Route.ActionArgs) {
  return gradeEditor.changeList(args, await editRequest(args));
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, TITLE);
}

export default function GradeList({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <RowListDrawer
      data={loaderData}
      result={actionData?.result}
      title={TITLE}
      add="Add grade"
      plural="grades"
      empty={{ icon: "shieldCheck", title: "No grades are listed" }}
      moves={["up", "down"]}
      name={({ label }) => label}
    >
      {({ label, provider, grade, url }) => (
        <>
          <p className="font-medium break-words">
            {label}{" "}
            {grade === null ? null : (
              <span className="ms-1 inline-block rounded-sm bg-sunken px-2 tabular-nums">
                {grade}
              </span>
            )}
          </p>
          <p className="text-sm break-all text-muted">
            {[GRADE_PROVIDER_NAMES[provider], url].filter(Boolean).join(" · ")}
          </p>
        </>
      )}
    </RowListDrawer>
  );
}
