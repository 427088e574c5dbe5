import type { Route } from "./+types/compliance-update";
import { PUBLIC_VIEWER } from "../../visibility/rules/viewer.ts";
import { topicsAnswer } from "../topics-answer.ts";
import { tenantOf } from "./tenant.ts";

/** The topics that the public sees, whoever asks. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  return topicsAnswer(context, await tenantOf(context, params.orgId), PUBLIC_VIEWER, request);
}
