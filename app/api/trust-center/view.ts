import type { Route } from "./+types/view";
import { viewAnswer } from "../access/view.ts";
import { staffOf } from "./staff.ts";

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await staffOf(context, request);
  return viewAnswer(context, org, viewer, params.productId);
}
