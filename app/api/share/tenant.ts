import type { RouterContextProvider } from "react-router";
import { findOrg, type Org } from "../../features/orgs/store/orgs.server.ts";
import { hostContext, servicesContext, staffSessionContext } from "../../context.ts";

/**
 * The org that an API path names by id or slug, checked against the host: on an org's own domain
 * only that org answers, and an unpublished one answers its own staff alone.
 * @throws a 404 problem for everything else
 */
export async function tenantOf(
  context: Readonly<RouterContextProvider>,
  orgId: string,
): Promise<Org> {
  const { store } = context.get(servicesContext);
  const { domainOrgSlug } = context.get(hostContext);
  const org = await findOrg(store.read, orgId);
  if (org === null || (domainOrgSlug !== null && org.slug !== domainOrgSlug)) throw notFound();
  const isStaff =
    context.get(staffSessionContext)?.roles.some((role) => role.orgId === org.id) ?? false;
  if (!org.published && !isStaff) throw notFound();
  return org;
}

/** The one answer for what is not there, or not for this caller (RFC 9457). */
export function notFound(): Response {
  return new Response(JSON.stringify({ type: "about:blank", title: "Not found", status: 404 }), {
    status: 404,
    headers: { "Content-Type": "application/problem+json" },
  });
}
