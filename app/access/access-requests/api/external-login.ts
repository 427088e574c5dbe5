import type { Route } from "./+types/external-login";
import { loginAnswer } from "./login.ts";
import { memberOf } from "#web/api/caller.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

/** A member who is signed in may ask for a link to another session. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { org } = await memberOf(context, params.accountId, request);
  return loginAnswer({ context, request, org });
}
