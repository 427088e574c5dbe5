import type { Route } from "./+types/nda";
import { ndaAnswer } from "../access/view.ts";
import { memberOf } from "./member.ts";

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  return ndaAnswer(context, org, viewer);
}
