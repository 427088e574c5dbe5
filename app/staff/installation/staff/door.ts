import type { RouterContextProvider } from "react-router";
import { isInstallationOwner } from "../store/installation-owners.server.ts";
import type { StaffSession } from "#model/auth/staff-session.ts";
import { hostContext, servicesContext, staffSessionContext } from "#platform/context.ts";

/**
 * The person who runs the installation, on the default host.
 * @throws 404 for everybody else: that there is such a page is nobody's to know
 */
export async function requireInstallationOwner(
  context: Readonly<RouterContextProvider>,
): Promise<StaffSession> {
  const session = context.get(staffSessionContext);
  if (
    session === null ||
    // A company's identity provider says who is on its team, and nothing beyond.
    session.onlyOrgId !== null ||
    context.get(hostContext).domainOrgSlug !== null ||
    !(await isInstallationOwner(context.get(servicesContext).store.read, session.staff.id))
  )
    throw pageNotFound();
  return session;
}

export function pageNotFound(): Response {
  return new Response("Page not found", { status: 404, statusText: "Page not found" });
}
