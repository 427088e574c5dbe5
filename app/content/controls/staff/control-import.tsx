import type { Route } from "./+types/control-import";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { TakeTablePage } from "#web/table-import/staff/take-table-page.tsx";
import { takeTableAction, takeTableLoader } from "#web/table-import/staff/take-table.ts";
import { controlImport } from "./importing.ts";

export const handle: RouteHandle = { takesFiles: true };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Import controls", loaderData?.failed) }];
}

export function loader(args: Route.LoaderArgs) {
  return takeTableLoader(args);
}

/** Takes a file, or pasted rows; the next page asks which column is what. */
export function action(args: Route.ActionArgs) {
  return takeTableAction(controlImport, args);
}

export default function ImportControls({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TakeTablePage
      title="Import controls"
      lead="Next, match the columns and preview the changes. Nothing is saved until you confirm."
      path="/controls"
      maxRows={loaderData.maxRows}
      errors={actionData?.errors}
      pasted={actionData?.csv}
    />
  );
}
