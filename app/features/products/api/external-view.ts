import type { Route } from "./+types/external-view";
import { viewAnswer } from "./view.ts";
import { memberOf } from "../../../api/external/member.ts";

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  return viewAnswer(context, org, viewer, params.productId);
}
