import type { Route } from "./+types/csv";
import { subprocessorTexts } from "#visibility/store/companies.server.ts";
import { readsSubprocessors } from "#visibility/store/subprocessors.server.ts";
import { csvAnswer, inBatchesOf } from "#platform/files/csv-answer.ts";
import { formatMonth, dayIn } from "#values/dates.ts";
import type { RouteHandle } from "#values/page-query.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { SUBPROCESSOR_COLUMNS } from "#model/subprocessors/table.ts";

export const handle: RouteHandle = { query: {} };

/**
 * The list of a product as a table for spreadsheets: what the page shows, and since when. Strangers
 * all get the same one, which is kept.
 */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const portal = await portalRequest(context, request, {});
  const { scope, org } = portal;
  const open = await readsSubprocessors(scope);
  cacheForEveryone(context, portal);
  const answer = csvAnswer(
    `subprocessors-${org.slug}.csv`,
    [...SUBPROCESSOR_COLUMNS.map(({ label }) => label), "Listed since"],
    open ? rowsOf(scope, org.timeZone) : noRows(),
  );
  // The pages of other sites may read it: without cookies, as everyone does.
  answer.headers.set("Access-Control-Allow-Origin", "*");
  return answer;
}

// What the page does not show, the table does not hold.
async function* noRows(): AsyncGenerator<string[][], void> {}

/** The list is read once, and written in slices. */
async function* rowsOf(scope: PageScope, timeZone: string): ReturnType<typeof inBatchesOf> {
  yield* inBatchesOf(await subprocessorTexts(scope), (row) => [
    ...SUBPROCESSOR_COLUMNS.map(({ field }) => row[field] ?? ""),
    formatMonth(dayIn(new Date(row.since), timeZone)),
  ]);
}
