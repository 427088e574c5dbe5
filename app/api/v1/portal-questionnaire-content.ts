import type { Route } from "./+types/portal-questionnaire-content";
import { takenRelease } from "#access/questionnaires/taken.server.ts";
import { releaseState } from "#model/questionnaires/releases.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { problem } from "#web/api/json-body.ts";
import { memberKeyCall } from "#web/api/key-call.ts";
import { oneSentBy } from "./portal-questionnaires.server.ts";
import { refused } from "./portal-refusal.server.ts";

export const handle: RouteHandle = { methods: ["GET"], keyCall: true };

/**
 * GET /api/v1/portal/questionnaires/{id}/content: the answered file, once it is released to the
 * account. Each download is recorded before anything leaves.
 */
export function loader({ context, request, params }: Route.LoaderArgs): Promise<Response> {
  return memberKeyCall({ context, request }, "questionnaires:write", async (opened) => {
    const { releases } = await oneSentBy(context, opened, params.id);
    const release = releases.find((one) => releaseState(one) === "current");
    if (release === undefined)
      throw problem(409, "The answers aren’t released yet.", {
        members: { code: "not_released" },
      });
    const { org, viewer } = opened;
    const taken = await takenRelease({ context, request, org, viewer }, release);
    if (taken === "nda") throw await refused(context, org, "nda");
    return taken === "unreadable" ? refused(context, org, "failed") : taken;
  });
}
