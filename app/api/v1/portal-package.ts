import type { Route } from "./+types/portal-package";
import { bulkViewerKey } from "#content/bulk-download/store/bulk-download.server.ts";
import { PACKAGE_SCOPES } from "#model/access-keys.ts";
import { packageAnswer } from "#portal/packages/answer.server.ts";
import { servicesContext } from "#platform/context.ts";
import { findPackage } from "#portal/packages/store/packages.server.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { mayBulkDownload } from "#visibility/store/bulk.server.ts";
import { problem } from "#web/api/json-body.ts";
import { memberKeyCall } from "#web/api/key-call.ts";
import { portalOf } from "./portal-call.server.ts";

export const handle: RouteHandle = { methods: ["GET"], keyCall: true };

/**
 * GET /api/v1/portal/packages/{token}: an evidence package that the member made, whole or a part of
 * it, judged and written again now.
 */
export function loader({ context, request, params }: Route.LoaderArgs): Promise<Response> {
  return memberKeyCall({ context, request }, PACKAGE_SCOPES, async (opened) => {
    const { viewer, org } = opened;
    const services = context.get(servicesContext);
    if (!mayBulkDownload(viewer, org)) throw problem(404, "Not found");
    const portal = await portalOf(context, request, opened);
    const made = await findPackage(services.store.read, org.id, params.token ?? "", {
      viewerKey: bulkViewerKey(viewer) ?? "",
      now: services.now(),
    });
    // One of a product that the key doesn't read is not there.
    if (made === null || made.productId !== portal.product.id) throw problem(404, "Not found");
    const answer = await packageAnswer(context, request, { services, portal, viewer }, made);
    if (answer === "changed")
      throw problem(409, "What you can see has changed since this package was made.");
    return answer;
  });
}
