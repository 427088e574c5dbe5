import type { MiddlewareFunction } from "react-router";
import { findOrgBySlug } from "../../db/orgs.ts";
import { doorContext, orgContext, servicesContext } from "../context.ts";

/** 'Company not found' (spec/1 §8): the one answer for every tenant that does not exist, is not published, or is not meant. */
export function companyNotFound(): Response {
  return new Response("Company not found", { status: 404, statusText: "Company not found" });
}

/**
 * Finds the tenant of a portal request: the org of the custom domain, or the first path segment on the
 * default host (design §2.1). Whether an unpublished org is shown is the viewer's question.
 */
export const orgMiddleware: MiddlewareFunction<Response> = async ({ context, params }) => {
  const { store } = context.get(servicesContext);
  const { domainOrgSlug } = context.get(doorContext);
  const slug = params.org;
  if (slug === undefined || (domainOrgSlug !== null && domainOrgSlug !== slug))
    throw companyNotFound();
  const org = await findOrgBySlug(store.read, slug);
  if (org === null) throw companyNotFound();
  context.set(orgContext, org);
};
