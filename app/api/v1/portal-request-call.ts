import type { Route } from "./+types/portal-request-call";
import {
  answerOn,
  noteOn,
  NOT_ANSWERED,
  NOT_WAITING,
  takeBack,
  type OwnRequest,
} from "#access/access-requests/own-request.server.ts";
import { memberActor } from "#company/partners/sending.server.ts";
import { PORTAL_REQUEST_CALLS, type PortalRequestCall } from "#model/access-keys.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { problem, readJson, refuseBody } from "#web/api/json-body.ts";
import { memberKeyCall } from "#web/api/key-call.ts";
import { doneOnce } from "#web/api/named-call.ts";
import { ownRequest } from "./portal-requests.server.ts";
import { requestBodies } from "./rules/portal.ts";

export const handle: RouteHandle = { methods: ["POST"], keyCall: true };

/**
 * POST to a word below a request of the person of the key: adds a note, answers what the team asked,
 * or withdraws it. It answers the request.
 */
export function action({ context, request, params, pattern }: Route.ActionArgs): Promise<Response> {
  const call = PORTAL_REQUEST_CALLS.find((word) => pattern.endsWith(`/${word}`));
  if (call === undefined) throw problem(404, "Not found");
  return memberKeyCall({ context, request }, "requests:write", (opened) =>
    doneOnce({ context, request }, "member", opened, async (sent) => {
      const { org, viewer } = opened;
      const { id } = await ownRequest(context, opened, params.id);
      const by = memberActor(context, viewer);
      const own = { context, request: sent, org, requestId: id, by };
      const against = await CHANGES[call](own);
      if (against !== null) throw problem(409, against, { members: { code: "not_waiting" } });
      return Response.json(await ownRequest(context, opened, id));
    }),
  );
}

/** What each word does. Each says what stands against it; null where it was done. */
const CHANGES: Readonly<Record<PortalRequestCall, (own: OwnRequest) => Promise<string | null>>> = {
  async note(own) {
    const sent = await readJson(own.request, requestBodies.note);
    if (sent instanceof Response) throw sent;
    return (await noteOn(own, sent.note)) ? null : NOT_WAITING;
  },
  async answer(own) {
    const sent = await readJson(own.request, requestBodies.answer);
    if (sent instanceof Response) throw sent;
    const against = await answerOn(own, sent.answer);
    return against === null ? null : NOT_ANSWERED[against];
  },
  async withdraw(own) {
    const refused = await refuseBody(own.request);
    if (refused !== null) throw refused;
    return (await takeBack(own)) ? null : NOT_WAITING;
  },
};
