import type { Route } from "./+types/nda";
import { ndaAnswer } from "../access/view.ts";
import { staffOf } from "./staff.ts";

export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await staffOf(context, request);
  return ndaAnswer(context, org, viewer);
}
