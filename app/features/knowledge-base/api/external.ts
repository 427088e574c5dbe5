import type { Route } from "./+types/external";
import { memberOf } from "../../../api/external/member.ts";
import { keyAnswer } from "./key.ts";

/** A key to what a member of the account reads. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  return keyAnswer(context, request, org, viewer);
}
