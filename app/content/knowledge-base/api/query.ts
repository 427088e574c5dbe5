import type { Route } from "./+types/query";
import { queryAnswer } from "./answers.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"], keyCall: true };

/** What a question finds, by a key. */
export function action(args: Route.ActionArgs): Promise<Response> {
  return queryAnswer(args);
}
