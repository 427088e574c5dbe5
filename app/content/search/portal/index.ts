import type { Route } from "./+types/index";
import type { RouteHandle } from "#values/page-query.ts";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { browserIndex } from "../browser.server.ts";

export const handle: RouteHandle = { query: { own: {} } };

/**
 * What the search dialog loads when somebody turns to it: the public's is kept beside the pages,
 * with their end.
 */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const portal = await portalRequest(context, request, {});
  const index = await browserIndex(context, portal);
  cacheForEveryone(context, portal);
  return Response.json(index);
}
