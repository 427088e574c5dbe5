import type { Route } from "./+types/entry-import";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { TakeTablePage } from "#web/table-import/staff/take-table-page.tsx";
import { takeTableAction, takeTableLoader } from "#web/table-import/staff/take-table.ts";
import { faqImport } from "./faq-import.ts";

export const handle: RouteHandle = { takesFiles: true };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Import entries", loaderData?.failed) }];
}

export function loader(args: Route.LoaderArgs) {
  return takeTableLoader(args);
}

/** Takes a file, or pasted rows; the next page asks which column is what. */
export function action(args: Route.ActionArgs) {
  return takeTableAction(faqImport, args);
}

export default function ImportEntries({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TakeTablePage
      title="Import entries"
      lead="Next, match the columns and preview the changes. Nothing is saved until you confirm."
      path="/knowledge-base"
      maxRows={loaderData.maxRows}
      errors={actionData?.errors}
      pasted={actionData?.csv}
    />
  );
}
