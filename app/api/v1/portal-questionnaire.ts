import type { Route } from "./+types/portal-questionnaire";
import type { RouteHandle } from "#values/page-query.ts";
import { memberKeyCall } from "#web/api/key-call.ts";
import { tagged } from "./pages.server.ts";
import { oneSentBy } from "./portal-questionnaires.server.ts";

export const handle: RouteHandle = { methods: ["GET"], keyCall: true };

/** GET /api/v1/portal/questionnaires/{id}: what became of one that members of the account sent. */
export function loader({ context, request, params }: Route.LoaderArgs): Promise<Response> {
  return memberKeyCall({ context, request }, "questionnaires:write", async (opened) => {
    const { entry } = await oneSentBy(context, opened, params.id);
    return tagged(request, entry);
  });
}
