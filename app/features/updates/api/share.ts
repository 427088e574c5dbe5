import type { Route } from "./+types/share";
import { PUBLIC_VIEWER } from "../../../visibility/rules/viewer.ts";
import { topicsAnswer } from "./answer.ts";
import { tenantOf } from "../../../api/share/tenant.ts";

/** The topics that the public sees, whoever asks. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  return topicsAnswer(context, await tenantOf(context, params.orgId), PUBLIC_VIEWER, request);
}
