import type { Route } from "./+types/external-request";
import { requestAnswer } from "./request.ts";
import { memberOf } from "#web/api/caller.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

/** A member asks for more than the account has. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  return requestAnswer({ context, request, org }, viewer);
}
