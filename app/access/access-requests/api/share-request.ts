import type { Route } from "./+types/share-request";
import { PUBLIC_VIEWER } from "#model/visibility/viewer.ts";
import { requestAnswer } from "./request.ts";
import { tenantOf } from "#web/api/caller.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  return requestAnswer(
    { context, request, org: await tenantOf(context, params.orgId) },
    PUBLIC_VIEWER,
  );
}
