import type { Route } from "./+types/trust-center";
import { staffOf } from "../../../api/trust-center/staff.ts";
import { readingAnswer } from "./answer.ts";

/** What staff see of a connected page, or the one whom their query names would. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await staffOf(context, request);
  return readingAnswer(context, request, org, viewer);
}
