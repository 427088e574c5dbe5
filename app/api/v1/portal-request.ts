import type { Route } from "./+types/portal-request";
import type { RouteHandle } from "#values/page-query.ts";
import { memberKeyCall } from "#web/api/key-call.ts";
import { tagged } from "./pages.server.ts";
import { ownRequest } from "./portal-requests.server.ts";

export const handle: RouteHandle = { methods: ["GET"], keyCall: true };

/** GET /api/v1/portal/requests/{id}: one request of the person of the key. */
export function loader({ context, request, params }: Route.LoaderArgs): Promise<Response> {
  return memberKeyCall({ context, request }, "requests:write", async (opened) =>
    tagged(request, await ownRequest(context, opened, params.id)),
  );
}
