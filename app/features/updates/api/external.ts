import type { Route } from "./+types/external";
import { topicsAnswer } from "./answer.ts";
import { memberOf } from "../../../api/external/member.ts";

/** The topics that a member of the account sees. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  return topicsAnswer(context, org, viewer, request);
}
