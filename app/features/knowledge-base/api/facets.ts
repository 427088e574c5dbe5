import type { Route } from "./+types/facets";
import { facetAnswer } from "./answers.ts";
import { notPost } from "../../../http/request/json-body.ts";

export function loader(): Response {
  return notPost();
}

/** The values of a field, by a key. */
export function action(args: Route.ActionArgs): Promise<Response> {
  return args.request.method === "POST"
    ? facetAnswer(args, args.params.name)
    : Promise.resolve(notPost());
}
