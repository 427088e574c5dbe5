import type { Route } from "./+types/view";
import { viewAnswer } from "../access/view.ts";
import { memberOf } from "./member.ts";

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  return viewAnswer(context, org, viewer, params.productId);
}
