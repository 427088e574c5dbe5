import type { Route } from "./+types/disconnect";
import { servicesContext } from "#platform/context.ts";
import { connectionCall, providerIn } from "./integration-answer.ts";
import { disconnectItem } from "../store/integrations.server.ts";
import { refuseBody } from "#web/api/json-body.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

/**
 * POST /api/integrations/hackerone/disconnect and …/statuspageio/disconnect: ends the connection of
 * the default product's item, or of the one that `?productId` names. The link stays.
 */
export function action({ context, request, url }: Route.ActionArgs): Promise<Response> {
  return connectionCall({ context, url }, providerIn(request), async ({ of }) => {
    const { org, productId, editable, by, now } = await of(undefined);
    const body = await refuseBody(request);
    if (body !== null) return body;
    const { store } = context.get(servicesContext);
    const changeId = await store.write((trx) =>
      disconnectItem({ trx, orgId: org.id, by, now }, productId, editable),
    );
    return Response.json(
      { enabled: false, changeId },
      { headers: { "Cache-Control": "private, no-store" } },
    );
  });
}
