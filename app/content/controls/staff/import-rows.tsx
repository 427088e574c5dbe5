import type { Route } from "./+types/import-rows";
import { pageTitle } from "#values/page-title.ts";
import { importRowsAction, importRowsLoader } from "#web/table-import/staff/import-rows.ts";
import { ImportRowsPage } from "#web/table-import/staff/rows-page.tsx";
import { CONTROL_TABLE } from "../forms/controls.ts";
import { controlImport } from "./importing.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Import controls", loaderData?.failed) }];
}

export function loader(args: Route.LoaderArgs) {
  return importRowsLoader(controlImport, args);
}

/** Imports what the page showed. */
export function action(args: Route.ActionArgs) {
  return importRowsAction(controlImport, args);
}

export default function ImportRows({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ImportRowsPage
      title="Import controls"
      table={CONTROL_TABLE}
      path="/controls"
      data={loaderData}
      error={actionData?.message}
    />
  );
}
