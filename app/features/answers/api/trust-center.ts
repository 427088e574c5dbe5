import type { Route } from "./+types/trust-center";
import { staffOf } from "../../../api/trust-center/staff.ts";
import { questionAnswer } from "./answer.ts";
import { notPost } from "../../../http/request/json-body.ts";

export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  await staffOf(context, request);
  return notPost();
}

/** What the one whom their query names would be answered. */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const { org, viewer } = await staffOf(context, request);
  return questionAnswer(context, request, org, viewer);
}
