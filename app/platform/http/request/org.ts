import { redirect, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { findOrgBySlug } from "#tenancy/orgs/store/orgs.server.ts";
import { orgOfFormerSlug } from "#tenancy/orgs/store/former-slugs.server.ts";
import { hostContext, orgContext, servicesContext, staffSessionContext } from "../../context.ts";

/**
 * 'Company not found': the one answer for every tenant that does not exist, is not published, or is
 * not meant.
 */
export function companyNotFound(): Response {
  return new Response("Company not found", { status: 404, statusText: "Company not found" });
}

/**
 * Finds the tenant of a portal request: the org of the custom domain, or the first path segment on
 * the default host. Whether an unpublished org is shown is the viewer's question.
 */
export const orgMiddleware: MiddlewareFunction<Response> = async ({
  context,
  params,
  request,
  url,
}) => {
  const { store } = context.get(servicesContext);
  const { domainOrgSlug } = context.get(hostContext);
  const slug = params.org;
  if (slug === undefined || (domainOrgSlug !== null && domainOrgSlug !== slug))
    throw companyNotFound();
  const org = await findOrgBySlug(store.read, slug);
  if (org === null) throw await whereItIsNow(context, slug, { request, url });
  context.set(orgContext, org);
};

/**
 * An address that a company had to give up leads to the one that it has; any other leads nowhere.
 */
async function whereItIsNow(
  context: Readonly<RouterContextProvider>,
  slug: string,
  { request, url }: { request: Request; url: URL },
): Promise<Response> {
  const { store } = context.get(servicesContext);
  const now = await orgOfFormerSlug(store.read, slug);
  const org = now === null ? null : await findOrgBySlug(store.read, now.slug);
  if (org === null) return companyNotFound();
  const isStaff =
    context.get(staffSessionContext)?.roles.some(({ orgId }) => orgId === org.id) ?? false;
  if (!org.published && !isStaff) return companyNotFound();
  // Not for good: the installation itself is going to answer here one day.
  const rest = url.pathname.slice(slug.length + 1);
  return redirect(`/${org.slug}${rest}${url.search}`, request.method === "GET" ? 302 : 307);
}
