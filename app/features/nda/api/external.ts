import type { Route } from "./+types/external";
import { ndaAnswer } from "../../products/api/view.ts";
import { memberOf } from "../../../api/external/member.ts";

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  return ndaAnswer(context, org, viewer);
}
