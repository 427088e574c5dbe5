import type { Route } from "./+types/csv";
import { breath } from "../../../../db/pace.ts";
import { loadSubprocessors } from "../../../visibility/store/companies.server.ts";
import { loadCards } from "../../../visibility/store/items.server.ts";
import { findItem } from "../../../visibility/store/slugs.server.ts";
import { csvAnswer } from "../../../files/csv-answer.ts";
import { formatMonth, dayIn } from "../../../values/dates.ts";
import type { RouteHandle } from "../../../values/page-query.ts";
import type { PageScope } from "../../../visibility/store/scope.server.ts";
import { portalRequest } from "../../../portal/scope.ts";
import { SUBPROCESSOR_COLUMNS } from "../rules/subprocessor-table.ts";

export const handle: RouteHandle = { query: { own: {} } };

/** The list of a product as a table for spreadsheets: what the page shows, and since when. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { scope, org } = await portalRequest(context, request, {});
  const shown = (await loadCards(scope)).has("Subprocessors");
  const item = shown ? await findItem(scope, { uid: "Subprocessors.subprocessors" }) : null;
  const open = item !== null && !item.locked;
  return csvAnswer(
    `subprocessors-${org.slug}.csv`,
    [...SUBPROCESSOR_COLUMNS.map(({ label }) => label), "Since"],
    open ? rowsOf(scope, org.timeZone) : noRows(),
  );
}

// What the page does not show, the table does not hold.
async function* noRows(): AsyncGenerator<string[][], void> {}

/** A page of the list after the other: each is read when it is wanted. */
async function* rowsOf(scope: PageScope, timeZone: string): AsyncGenerator<string[][], void> {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const table = await loadSubprocessors(scope, { search: "", sort: null, place: null, page });
    pages = table.pages;
    yield table.rows.map((row) => [
      ...SUBPROCESSOR_COLUMNS.map(({ field }) => row[field] ?? ""),
      formatMonth(dayIn(new Date(row.since), timeZone)),
    ]);
    await breath();
  }
}
