import type { Route } from "./+types/share-view";
import { PUBLIC_VIEWER } from "../../../visibility/rules/viewer.ts";
import { viewAnswer } from "./view.ts";
import { tenantOf } from "../../../api/share/tenant.ts";

/** What the public sees. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  return viewAnswer(
    context,
    await tenantOf(context, params.orgId),
    PUBLIC_VIEWER,
    params.productId,
  );
}
