import type { Route } from "./+types/share-request";
import { PUBLIC_VIEWER } from "../../../visibility/rules/viewer.ts";
import { requestAnswer } from "./request.ts";
import { tenantOf } from "../../../api/caller.ts";
import { notPost } from "../../../http/request/json-body.ts";

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  await tenantOf(context, params.orgId);
  return notPost();
}

export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  return requestAnswer(
    { context, request, org: await tenantOf(context, params.orgId) },
    PUBLIC_VIEWER,
  );
}
