import type { Route } from "./+types/api.object";
import { objectAnswer } from "./api.answers.ts";

/** One entry, by a key. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return objectAnswer(args, args.params.entryId);
}
