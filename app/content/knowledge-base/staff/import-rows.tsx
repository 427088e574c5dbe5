import type { Route } from "./+types/import-rows";
import { FAQ_TABLE } from "../forms/faq-fields.ts";
import { pageTitle } from "#values/page-title.ts";
import { importRowsAction, importRowsLoader } from "#web/table-import/staff/import-rows.ts";
import { ImportRowsPage } from "#web/table-import/staff/rows-page.tsx";
import { faqImport } from "./faq-import.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Import entries", loaderData?.failed) }];
}

export function loader(args: Route.LoaderArgs) {
  return importRowsLoader(faqImport, args);
}

/** Imports what the page showed. */
export function action(args: Route.ActionArgs) {
  return importRowsAction(faqImport, args);
}

export default function ImportRows({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ImportRowsPage
      title="Import entries"
      table={FAQ_TABLE}
      path="/knowledge-base"
      data={loaderData}
      error={actionData?.message}
    />
  );
}
