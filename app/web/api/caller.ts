import type { RouterContextProvider } from "react-router";
import { type Org, findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { hostContext, servicesContext, staffSessionContext } from "#platform/context.ts";
import { orgOfAccount } from "#auth/accounts/store/accounts.server.ts";
import { PUBLIC_VIEWER, type Viewer } from "#model/visibility/viewer.ts";
import { findMemberViewer, findViewer } from "#auth/viewer.ts";
import { missingFromPreview } from "#model/visibility/previewed.ts";
import { problem } from "./json-body.ts";

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
  return problem(404, "Not found");
}

/**
 * The member who asks for an account's part of the API, and the org of that account, checked
 * against the host.
 * @throws a 404 problem for everyone but members of that account, signed in on this host
 */
export async function memberOf(
  context: Readonly<RouterContextProvider>,
  accountId: string,
  request: Request,
): Promise<{ org: Org; viewer: Extract<Viewer, { mode: "accountExternal" }> }> {
  const { store } = context.get(servicesContext);
  const { domainOrgSlug } = context.get(hostContext);
  const orgId = await orgOfAccount(store.read, accountId);
  const org = orgId === null ? null : await findOrg(store.read, orgId);
  if (org === null || !org.published || (domainOrgSlug !== null && org.slug !== domainOrgSlug))
    throw notFound();
  const viewer = await findMemberViewer(context, org, request, accountId);
  if (viewer?.mode !== "accountExternal" || viewer.account.id !== accountId) throw notFound();
  return { org, viewer };
}

/**
 * The staff member who asks the API of Main and Preview, in the org that their session shows.
 * On an org's own domain there are no staff sessions, so nobody is found.
 *
 * A page previews as the public when the account or profile that its address names isn't there, and
 * says so. A program would take that for an answer about the account, so it is refused: in the same
 * way for another org's id and for one that never was, and for who may not know the accounts at all.
 * @throws a problem: 401 for whoever is not signed in, 403 for an account without the right to know
 *   accounts, 404 for an account or profile that is not there, and for staff without an org
 */
export async function staffOf(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<{ org: Org; viewer: Extract<Viewer, { mode: "main" | "preview" }> }> {
  const session = context.get(staffSessionContext);
  if (session === null) throw problem(401, "Sign in first");
  const org =
    session.orgId === null
      ? null
      : await findOrg(context.get(servicesContext).store.read, session.orgId);
  const viewer = org === null ? null : await findViewer(context, org, request);
  if (org === null || (viewer?.mode !== "main" && viewer?.mode !== "preview")) throw notFound();
  const missing = missingFromPreview(viewer, new URL(request.url).searchParams);
  if (missing === "account" && !viewer.staff.permissions.has("accounts:review"))
    throw problem(403, "You don't have access to this");
  if (missing !== null) throw notFound();
  return { org, viewer };
}

/**
 * Who asks, by the base of the address: a member of the account that it names, the public of the
 * company that it names, or staff of their own company. One route module serves all three bases.
 * @throws a problem for whoever may not ask there: 401 where staff must sign in, else 404
 */
export async function callerOf(
  context: Readonly<RouterContextProvider>,
  { accountId, orgId }: { accountId?: string; orgId?: string },
  request: Request,
): Promise<{ org: Org; viewer: Viewer }> {
  if (accountId !== undefined) return memberOf(context, accountId, request);
  if (orgId !== undefined) return { org: await tenantOf(context, orgId), viewer: PUBLIC_VIEWER };
  return staffOf(context, request);
}
