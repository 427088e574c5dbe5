import type { Route } from "./+types/external";
import { memberOf } from "../../../api/external/member.ts";
import { readingAnswer } from "./answer.ts";

/** What a member of the account sees of a connected page. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  return readingAnswer(context, request, org, viewer);
}
