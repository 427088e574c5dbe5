import type { Route } from "./+types/portal-packages";
import { PACKAGE_SCOPES } from "#model/access-keys.ts";
import { BULK_LINK_HOURS } from "#model/bulk-download.ts";
import { servicesContext } from "#platform/context.ts";
import { makePackage } from "#portal/packages/make.server.ts";
import { fewerWords } from "#portal/packages/rules/manifest.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { mayBulkDownload } from "#visibility/store/bulk.server.ts";
import { notPost, problem, refuseBody } from "#web/api/json-body.ts";
import { memberKeyCall } from "#web/api/key-call.ts";
import { doneOnce } from "#web/api/named-call.ts";
import { portalOf } from "./portal-call.server.ts";

export const handle: RouteHandle = { methods: ["POST"], keyCall: true };

export function loader(): Response {
  return notPost();
}

/**
 * POST /api/v1/portal/packages: makes an evidence package of a product, as the button on the portal
 * does: 201 with the call that gets it.
 */
export function action({ context, request }: Route.ActionArgs): Promise<Response> {
  return memberKeyCall({ context, request }, PACKAGE_SCOPES, (opened) =>
    doneOnce({ context, request }, "member", opened, async (sent) => {
      const refused = await refuseBody(sent);
      if (refused !== null) throw refused;
      const { viewer, org } = opened;
      if (!mayBulkDownload(viewer, org)) throw problem(404, "Not found");
      const portal = await portalOf(context, request, opened);
      const services = context.get(servicesContext);
      const made = await makePackage(context, { services, portal, viewer }, request.signal);
      if (typeof made === "string") throw problem(409, made);
      const { isDefault, slug } = portal.product;
      const query = isDefault ? "" : `?${new URLSearchParams({ product: slug })}`;
      const content = `${services.config.origin}/api/v1/portal/packages/${made.token}${query}`;
      const expiresAt = new Date(
        services.now().getTime() + BULK_LINK_HOURS * 3_600_000,
      ).toISOString();
      const answer = { content, expiresAt, missing: fewerWords(made.fewer) };
      return Response.json(answer, { status: 201, headers: { Location: content } });
    }),
  );
}
