import type { Route } from "./+types/statuspage";
import { servicesContext } from "#platform/context.ts";
import { refuseBody } from "#web/api/json-body.ts";
import { connectionAnswer, connectionCall, notConnected } from "./integration-answer.ts";
import { checkLink, connect } from "../integration-editor.server.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET", "POST"] };

const provider = "statuspageio";

/**
 * GET /api/integrations/statuspageio/{encodedLink}: what connecting this page would show. Nothing
 * is changed.
 */
export function loader({ context, params, url }: Route.LoaderArgs): Promise<Response> {
  return connectionCall({ context, url }, provider, async ({ org }) => {
    const checked = await checkLink(context.get(servicesContext), org, provider, params.link);
    return "fault" in checked ? refused(checked) : connectionAnswer(org, checked);
  });
}

/** Its POST twin connects the item of the default product, or of `?productId`. */
export function action({ context, params, request, url }: Route.ActionArgs): Promise<Response> {
  return connectionCall({ context, url }, provider, async ({ of }) => {
    const call = await of(undefined);
    const body = await refuseBody(request);
    if (body !== null) return body;
    const connected = await connect(context.get(servicesContext), call, call.editable, {
      provider,
      typed: params.link,
    });
    return "fault" in connected
      ? refused(connected)
      : connectionAnswer(call.org, { ...connected, page: connected.integration.page });
  });
}

/** Whatever fails is the same error; the plan alone is told apart. */
function refused(fault: Parameters<typeof notConnected>[0]): Response {
  return notConnected(fault.fault === "PLAN" ? fault : { ...fault, fault: "UNKNOWN" });
}
