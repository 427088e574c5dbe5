import type { Route } from "./+types/staff";
import { staffOf } from "../../../api/trust-center/staff.ts";
import { keyAnswer } from "./key.ts";

/**
 * A key to what staff read in Main, or what the account, profile or public of their preview does.
 */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await staffOf(context, request);
  return keyAnswer(context, request, org, viewer);
}
