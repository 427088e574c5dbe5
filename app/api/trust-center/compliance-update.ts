import type { Route } from "./+types/compliance-update";
import { topicsAnswer } from "../topics-answer.ts";
import { staffOf } from "./staff.ts";

/** The topics that staff see in Main, or that the account, profile or public of their preview sees. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await staffOf(context, request);
  return topicsAnswer(context, org, viewer, request);
}
