import type { Route } from "./+types/answers";
import { StorageUnavailable } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import { anything, type RouteHandle } from "#values/page-query.ts";
import { apiAnswer, problem } from "#web/api/json-body.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { portalRequest } from "#web/portal/scope.ts";
import { ask } from "../asking.server.ts";
import { mapInSlices } from "#db/pace.ts";
import { browserRecords } from "../browser.server.ts";
import { partlySearched } from "../store/partly.server.ts";
import { BROWSER_TEXT, MAX_TERM, SEARCH_FAILED, type BrowserAnswer } from "#model/search.ts";

export const handle: RouteHandle = { query: { own: { q: anything, report: anything } } };

/**
 * What the search dialog asks the server: the results of `q` for this viewer, the best first.
 * `report=true` says that this is what was searched for in the end, not a word on the way to it.
 */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const portal = await portalRequest(context, request, {});
  const query = new URL(request.url).searchParams;
  const term = (query.get("q") ?? "").slice(0, MAX_TERM).trim();
  return apiAnswer(
    async () => {
      const record = query.get("report") === "true" && request.method === "GET" && term !== "";
      const [[matches = []], recordOf, partly] = await Promise.all([
        ask(context, portal.org, [portal.scope], { term, record }),
        browserRecords(context, portal),
        partlySearched(portal.scope),
      ]);
      const answer: BrowserAnswer = {
        results: await mapInSlices(matches, ({ record: made, access, found }) => ({
          record: recordOf(made, access, { characters: BROWSER_TEXT, found }),
          found: [...found],
        })),
        partly,
      };
      return Response.json(answer, { headers: { "Cache-Control": "private, no-store" } });
    },
    (error) => {
      if (error instanceof TooManyRequests || error instanceof StorageUnavailable) return undefined;
      const { log } = context.get(servicesContext);
      log.error({ error: error instanceof Error ? error.stack : String(error) }, "search failed");
      return problem(500, SEARCH_FAILED);
    },
  );
}
