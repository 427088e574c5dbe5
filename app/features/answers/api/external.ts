import type { Route } from "./+types/external";
import { memberOf } from "../../../api/external/member.ts";
import { questionAnswer } from "./answer.ts";
import { notPost } from "../../../http/request/json-body.ts";

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  await memberOf(context, params.accountId, request);
  return notPost();
}

/** What a member of the account is answered. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  return questionAnswer(context, request, org, viewer);
}
