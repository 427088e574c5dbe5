import type { Route } from "./+types/query";
import { queryAnswer } from "./answers.ts";
import { notPost } from "../../../http/request/json-body.ts";

export function loader(): Response {
  return notPost();
}

/** What a question finds, by a key. */
export function action(args: Route.ActionArgs): Promise<Response> {
  return args.request.method === "POST" ? queryAnswer(args) : Promise.resolve(notPost());
}
