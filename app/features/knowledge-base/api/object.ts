import type { Route } from "./+types/object";
import { objectAnswer } from "./answers.ts";

/** One entry, by a key. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return objectAnswer(args, args.params.entryId);
}
