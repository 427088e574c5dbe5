import type { Route } from "./+types/trust-center-view";
import { viewAnswer } from "./view.ts";
import { staffOf } from "../../../api/trust-center/staff.ts";

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await staffOf(context, request);
  return viewAnswer(context, org, viewer, params.productId);
}
