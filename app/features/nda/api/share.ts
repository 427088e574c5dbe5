import type { Route } from "./+types/share";
import { PUBLIC_VIEWER } from "../../../visibility/rules/viewer.ts";
import { ndaAnswer } from "../../products/api/view.ts";
import { tenantOf } from "../../../api/share/tenant.ts";

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  return ndaAnswer(context, await tenantOf(context, params.orgId), PUBLIC_VIEWER);
}
