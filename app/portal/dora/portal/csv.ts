import type { Route } from "./+types/csv";
import { csvAnswer, inBatchesOf } from "#platform/files/csv-answer.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { registeredSubprocessors } from "../registered.server.ts";
import { CSV_HEAD, csvRow, givenFacts } from "../rules/register.ts";

export const handle: RouteHandle = { query: {} };

/**
 * The facts as a table for spreadsheets, with the columns of the register: a row for the company,
 * and one for each subprocessor. Strangers all get the same one.
 */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const portal = await portalRequest(context, request, {});
  const { org, scope } = portal;
  const facts = givenFacts(org.customization.dora);
  if (facts === null) throw new Response(null, { status: 404, statusText: "Page not found" });
  const subprocessors = await registeredSubprocessors(scope);
  cacheForEveryone(context, portal);
  const rows = [
    { company: org.name, facts, recipient: null },
    ...subprocessors.map((row) => ({ ...row, recipient: facts })),
  ];
  const answer = csvAnswer(
    `dora-${org.slug}.csv`,
    CSV_HEAD,
    inBatchesOf(rows, (row) => csvRow(row.company, row.facts, row.recipient)),
  );
  // The pages of other sites may read it: without cookies, as everyone does.
  answer.headers.set("Access-Control-Allow-Origin", "*");
  return answer;
}
