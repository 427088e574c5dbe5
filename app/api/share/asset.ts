import type { Route } from "./+types/asset";
import type { RouteHandle } from "#values/page-query.ts";
import { pictureAnswer } from "./picture.ts";
import { tenantOf } from "#web/api/caller.ts";

export const handle: RouteHandle = { methods: ["GET"], unqueued: true };

/**
 * An org's public picture: logo, banner, icon, badge, as long as something of the org names it. The
 * revision in the query makes the address immutable, so browsers keep it for ever; without it they
 * ask again.
 */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const org = await tenantOf(context, params.orgId);
  return pictureAnswer(context, org, params.assetId, request, ({ revision }) => String(revision));
}
