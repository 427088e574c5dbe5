import type { Route } from "./+types/nda";
import { PUBLIC_VIEWER } from "../../visibility/rules/viewer.ts";
import { ndaAnswer } from "../access/view.ts";
import { tenantOf } from "./tenant.ts";

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  return ndaAnswer(context, await tenantOf(context, params.orgId), PUBLIC_VIEWER);
}
