import type { Route } from "./+types/openapi";
import { servicesContext } from "#platform/context.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { describedApi } from "./description.ts";
import { tagged } from "./pages.server.ts";

export const handle: RouteHandle = { methods: ["GET"], keyCall: true };

/** GET /api/openapi.json: the calls below /api/v1, as programs read them. */
export function loader({ context, request }: Route.LoaderArgs): Response {
  return tagged(request, describedApi(context.get(servicesContext).config.origin));
}
