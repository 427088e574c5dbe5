import type { Route } from "./+types/product-page";
import { callerOf } from "#web/api/caller.ts";
import { viewAnswer } from "./view.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET"] };

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await callerOf(context, params, request);
  return viewAnswer(context, org, viewer, params.productId);
}
