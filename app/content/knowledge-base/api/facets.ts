import type { Route } from "./+types/facets";
import { facetAnswer } from "./answers.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"], keyCall: true };

/** The values of a field, by a key. */
export function action(args: Route.ActionArgs): Promise<Response> {
  return facetAnswer(args, args.params.name);
}
