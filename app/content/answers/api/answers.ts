import type { Route } from "./+types/answers";
import { callerOf } from "#web/api/caller.ts";
import { pageScope } from "#visibility/store/scope.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import { productsSeen } from "#model/portal-paths.ts";
import { problem, readJson } from "#web/api/json-body.ts";
import { NO_PRODUCT } from "#model/search.ts";
import { answerQuestion, answerResponse, mayAsk } from "../asking.server.ts";
import { answerSchema } from "../forms/answers.ts";
import { NOT_OFFERED } from "#model/answers.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

/**
 * POST {base}/search/answer {query: {term, filters: {product}}}: `result.answer` with the answer,
 * or null, the results that it was made from, and where there is none those that may help.
 * @returns a problem: 403 where this viewer is not offered answers, 400 'No product id' for a
 *   product that they have no page of, 429 over the limit, 500 when answering failed
 */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { org, viewer } = await callerOf(context, params, request);
  if (!mayAsk(org, viewer)) return problem(403, NOT_OFFERED);
  const body = await readJson(request, answerSchema);
  if (body instanceof Response) return body;
  const { term, filters } = body.query;
  const { store, now } = context.get(servicesContext);
  const products = productsSeen(await listProducts(store.read, org.id), viewer);
  const product = products.find(({ id }) => id === filters.product);
  if (product === undefined) return problem(400, NO_PRODUCT);
  const scope = pageScope(store.read, org, product.id, viewer, now());
  return answerResponse(context, async () => {
    const { answer, sources, candidates } = await answerQuestion(
      context,
      { org, scope, product, products },
      term,
    );
    return { result: { answer: { answer, sources, candidates } } };
  });
}
