import type { Route } from "./+types/invite-colleague";
import { inviteSchema } from "#model/invitations.ts";
import { mayInvite } from "#model/visibility/viewer.ts";
import { inviteColleagues } from "../invite.server.ts";
import { asksForWorkEmail } from "../log-in.ts";
import { apiAnswer, problem, readJson } from "#web/api/json-body.ts";
import { memberOf } from "#web/api/caller.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

/** POST {base}/invite-colleague {emails, message}: `{ok: true}`, whoever the invited are. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  if (!mayInvite(viewer))
    return problem(403, "Your account doesn’t have access right now, so no one was invited.");
  const values = await readJson(
    request,
    inviteSchema((address) => asksForWorkEmail({ org }, address)),
  );
  if (values instanceof Response) return values;
  return apiAnswer(async () => {
    await inviteColleagues({ context, request, org }, viewer, values);
    return Response.json({ ok: true });
  });
}
