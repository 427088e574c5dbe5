import type { Route } from "./+types/object";
import { objectAnswer } from "./answers.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET"], keyCall: true };

/** One entry, by a key. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return objectAnswer(args, args.params.entryId);
}
