import type { Route } from "./+types/share-login";
import { loginAnswer } from "./login.ts";
import { tenantOf } from "#web/api/caller.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  return loginAnswer({ context, request, org: await tenantOf(context, params.orgId) });
}
