import type { MiddlewareFunction } from "react-router";
import { findOrg } from "../../orgs/store/orgs.server.ts";
import { hostContext, orgContext, servicesContext } from "../../../context.ts";
import { companyNotFound } from "../../../http/request/org.ts";

/**
 * The tenant of `/byoid/{orgId}/welcome`: named by its id, or its slug, and on an org's own domain no other
 * than that one. Below an org's slug on the default host the page has no address.
 */
export const byoidTenantMiddleware: MiddlewareFunction<Response> = async ({ context, params }) => {
  const { store } = context.get(servicesContext);
  const { domainOrgSlug } = context.get(hostContext);
  const org = await findOrg(store.read, params.orgId ?? "");
  if (
    org === null ||
    (domainOrgSlug === null ? params.org !== undefined : org.slug !== domainOrgSlug)
  )
    throw companyNotFound();
  context.set(orgContext, org);
};
