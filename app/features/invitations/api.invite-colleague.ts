import type { Route } from "./+types/api.invite-colleague";
import { inviteSchema } from "./rules.ts";
import { mayInvite } from "../../visibility/rules/viewer.ts";
import { inviteColleagues } from "./invite.server.ts";
import { asksForWorkEmail } from "../../auth/log-in.ts";
import { apiAnswer, problem, readJson } from "../../http/request/json-body.ts";
import { memberOf } from "../../api/caller.ts";
import type { RouteHandle } from "../../values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

/** POST {base}/invite-colleague {emails, message}: `{ok: true}`, whoever the invited are. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  if (!mayInvite(viewer))
    return problem(403, "Your account has no access right now, so nobody was invited.");
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
