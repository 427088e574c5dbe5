import type { Route } from "./+types/search";
import { callerOf } from "#web/api/caller.ts";
import { pageScope } from "#visibility/store/scope.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { StorageUnavailable } from "#db/store.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { portalBase, productsSeen } from "#model/portal-paths.ts";
import { keptQuery } from "#model/visibility/previewed.ts";
import { readsForSomebody } from "#model/visibility/viewer.ts";
import { apiAnswer, problem, readJson } from "#web/api/json-body.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { ask } from "../asking.server.ts";
import { searchSchema } from "../forms/search.ts";
import { MAX_RESULTS, NO_PRODUCT, SEARCH_FAILED } from "#model/search.ts";
import { addressOf, placeOfMatch, resultOf } from "../store/search.server.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

/**
 * POST {base}/search {query: {term, filters: {products}}}: `result.matches`, the best first, each
 * as this viewer may have it.
 * @returns a problem: 400 'No product id' for a product that this viewer has no page of, 429 over
 *   the limit, 500 when the search itself failed
 */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { org, viewer } = await callerOf(context, params, request);
  const body = await readJson(request, searchSchema);
  if (body instanceof Response) return body;
  const { term, filters } = body.query;
  const { store, now, log } = context.get(servicesContext);
  const seen = productsSeen(await listProducts(store.read, org.id), viewer);
  const wanted = [...new Set(filters.products)].map((id) => seen.find((one) => one.id === id));
  const products = wanted.filter((product) => product !== undefined);
  if (products.length < wanted.length) return problem(400, NO_PRODUCT);
  const at = now();
  const scopes = products.map(({ id }) => pageScope(store.read, org, id, viewer, at));
  const base = portalBase(org.slug, context.get(hostContext).domainOrgSlug);
  const keep = keptQuery(viewer);
  const source = readsForSomebody(viewer) ? "semantic" : "fuse";
  return apiAnswer(
    async () => {
      const found = await ask(context, org, scopes, { term, record: true });
      const results = found.flatMap((matches, place) => {
        const product = products[place];
        if (product === undefined) return [];
        return matches.map((match) => ({
          score: match.score,
          result: resultOf(
            match,
            source,
            addressOf(placeOfMatch(match, product, seen), base, keep),
          ),
        }));
      });
      // What several products share is one result.
      const once = new Map(results.map((one) => [one.result.id, one]));
      const matches = [...once.values()]
        .sort((a, b) => b.score - a.score)
        .slice(0, MAX_RESULTS)
        .map(({ result }) => result);
      return Response.json(
        { result: { matches } },
        { headers: { "Cache-Control": "private, no-store" } },
      );
    },
    (error) => {
      if (error instanceof TooManyRequests || error instanceof StorageUnavailable) return undefined;
      log.error({ error: error instanceof Error ? error.stack : String(error) }, "search failed");
      return problem(500, SEARCH_FAILED);
    },
  );
}
