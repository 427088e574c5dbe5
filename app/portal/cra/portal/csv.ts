import type { Route } from "./+types/csv";
import { csvAnswer, inBatchesOf } from "#platform/files/csv-answer.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { CSV_HEAD, csvRow, shownFacts } from "../rules/file.ts";

export const handle: RouteHandle = { query: {} };

/** A product's facts as a table for spreadsheets. Everyone gets the same. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const portal = await portalRequest(context, request, {});
  const { org, product } = portal;
  const facts = shownFacts(product.cra, org.customization);
  if (facts === null) throw new Response(null, { status: 404, statusText: "Page not found" });
  cacheForEveryone(context, portal);
  const answer = csvAnswer(
    `cra-${org.slug}.csv`,
    CSV_HEAD,
    inBatchesOf([facts], (row) => csvRow(product.name, row)),
  );
  // The pages of other sites may read it: without cookies, as everyone does.
  answer.headers.set("Access-Control-Allow-Origin", "*");
  return answer;
}
