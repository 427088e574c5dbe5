import type { Route } from "./+types/share";
import { tenantOf } from "../../../api/share/tenant.ts";
import { PUBLIC_VIEWER } from "../../../visibility/rules/viewer.ts";
import { keyAnswer } from "./key.ts";

/** A key to what the public reads, whoever asks. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  return keyAnswer(context, request, await tenantOf(context, params.orgId), PUBLIC_VIEWER);
}
