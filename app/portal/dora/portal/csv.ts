import type { Route } from "./+types/csv";
import { csvAnswer, inBatchesOf } from "#platform/files/csv-answer.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { CSV_HEAD, csvRow, givenFacts } from "../rules/register.ts";

export const handle: RouteHandle = { query: {} };

/** The facts as a table for spreadsheets, with the columns of the register. Everyone gets the same. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const portal = await portalRequest(context, request, {});
  const facts = givenFacts(portal.org.customization.dora);
  if (facts === null) throw new Response(null, { status: 404, statusText: "Page not found" });
  cacheForEveryone(context, portal);
  const answer = csvAnswer(
    `dora-${portal.org.slug}.csv`,
    CSV_HEAD,
    inBatchesOf([facts], (row) => csvRow(row)),
  );
  // The pages of other sites may read it: without cookies, as everyone does.
  answer.headers.set("Access-Control-Allow-Origin", "*");
  return answer;
}
