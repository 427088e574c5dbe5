import type { Route } from "./+types/extend-access";
import { extendAccess } from "../store/access-renewals.server.ts";
import { orgOfReview } from "../store/access-requests.server.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { byInvitation, EXTENSION_MESSAGES } from "#model/access-requests/access-outcomes.ts";
import { hostName, visitorFrom } from "#auth/request-context.ts";
import { tellStaffOfRequest } from "../mail/staff-notices.ts";
import { apiAnswer, problem, refuseBody } from "#web/api/json-body.ts";
import { notFound } from "#web/api/caller.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

/**
 * POST …/{reviewId}/external/extend-access: who has the random id of a review asks for it again; no
 * body.
 */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { store, limits, now, config } = context.get(servicesContext);
  const { domainOrgSlug, ip } = context.get(hostContext);
  const orgId = await orgOfReview(store.read, params.reviewId);
  const org = orgId === null ? null : await findOrg(store.read, orgId);
  if (org === null || !org.published || (domainOrgSlug !== null && org.slug !== domainOrgSlug))
    return notFound();
  const body = await refuseBody(request);
  if (body !== null) return body;
  if (!org.customization.accessRequestsEnabled) return problem(403, byInvitation(org.name));
  return apiAnswer(async () => {
    await limits.consume("access-ip", ip);
    const { answer, email } = await store.write(async (trx) => {
      const write = { trx, orgId: org.id, now: now() };
      const extension = await extendAccess(write, params.reviewId, {
        ...visitorFrom({ context, request }),
        host: hostName({ context }),
      });
      if (extension.requestId !== null)
        await tellStaffOfRequest(write, config, org, {
          requestId: extension.requestId,
          cause: "asked-again",
        });
      return extension;
    });
    if (answer === "success") return Response.json({ status: "success", code: "success", email });
    return problem(answer === "error" ? 400 : 409, EXTENSION_MESSAGES[answer], {
      members: { code: answer },
    });
  });
}
