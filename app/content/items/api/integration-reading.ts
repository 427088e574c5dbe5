import type { Route } from "./+types/integration-reading";
import { callerOf } from "#web/api/caller.ts";
import { readingAnswer } from "./integration-answer.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET"] };

/** What the caller sees of a connected page. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await callerOf(context, params, request);
  return readingAnswer(context, request, org, viewer);
}
