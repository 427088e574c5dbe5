import type { Route } from "./+types/logo";
import type { RouteHandle } from "#values/page-query.ts";
import { pictureAnswer } from "./picture.ts";
import { notFound, tenantOf } from "#web/api/caller.ts";

export const handle: RouteHandle = { methods: ["GET"], unqueued: true };

/**
 * The logo of an org by the org's id alone. It can be another picture tomorrow, so that `v` names
 * the picture, too.
 */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const org = await tenantOf(context, params.orgId);
  if (org.logo === null) throw notFound();
  return pictureAnswer(
    context,
    org,
    org.logo.id,
    request,
    ({ id, revision }) => `${id}.${revision}`,
  );
}
