import type { Route } from "./+types/share";
import { findViewer } from "#auth/viewer.ts";
import { bulkAnswer } from "./answer.ts";
import { tenantOf } from "#web/api/caller.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

/** The public's: whoever has no account here is told so. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const org = await tenantOf(context, params.orgId);
  return bulkAnswer(context, org, await findViewer(context, org, request), request);
}
