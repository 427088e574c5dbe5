import type { Route } from "./+types/ais";
import { callerOf } from "#web/api/caller.ts";
import { keyAnswer } from "./key.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET"] };

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await callerOf(context, params, request);
  return keyAnswer(context, request, org, viewer);
}
