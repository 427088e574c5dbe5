import type { Route } from "./+types/trust-center";
import { topicsAnswer } from "./answer.ts";
import { staffOf } from "../../../api/trust-center/staff.ts";

/**
 * The topics that staff see in Main, or that the account, profile or public of their preview sees.
 */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await staffOf(context, request);
  return topicsAnswer(context, org, viewer, request);
}
