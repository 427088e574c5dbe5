import type { RouterContextProvider } from "react-router";
import { orgOfAccount } from "../../features/accounts/store/accounts.server.ts";
import { findOrg, type Org } from "../../features/orgs/store/orgs.server.ts";
import { hostContext, servicesContext } from "../../context.ts";
import type { Viewer } from "../../visibility/rules/viewer.ts";
import { findMemberViewer } from "../../auth/viewer.ts";
import { notFound } from "../share/tenant.ts";

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
