import type { Route } from "./+types/nda-link";
import { callerOf } from "#web/api/caller.ts";
import { ndaAnswer } from "#content/products/api/view.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET"] };

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await callerOf(context, params, request);
  return ndaAnswer(context, org, viewer);
}
