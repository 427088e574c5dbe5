import type { Route } from "./+types/share";
import { tenantOf } from "../../../api/share/tenant.ts";
import { PUBLIC_VIEWER } from "../../../visibility/rules/viewer.ts";
import { questionAnswer } from "./answer.ts";
import { notPost } from "../../../http/request/json-body.ts";

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  await tenantOf(context, params.orgId);
  return notPost();
}

/** Refuses the public: questions are for members and for previews. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  return questionAnswer(context, request, await tenantOf(context, params.orgId), PUBLIC_VIEWER);
}
