import type { Route } from "./+types/trust-center";
import { ndaAnswer } from "../../products/api/view.ts";
import { staffOf } from "../../../api/trust-center/staff.ts";

export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await staffOf(context, request);
  return ndaAnswer(context, org, viewer);
}
