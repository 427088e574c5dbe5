import type { Route } from "./+types/share";
import { tenantOf } from "../../../api/share/tenant.ts";
import { PUBLIC_VIEWER } from "../../../visibility/rules/viewer.ts";
import { readingAnswer } from "./answer.ts";

/** What the public sees of a connected page. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  return readingAnswer(context, request, await tenantOf(context, params.orgId), PUBLIC_VIEWER);
}
