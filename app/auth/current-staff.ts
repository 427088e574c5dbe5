import { data, redirect, type RouterContextProvider } from "react-router";
import { staffActor, type Actor } from "../features/audit/store/audit.server.ts";
import { findOrg, type Org } from "../features/orgs/store/orgs.server.ts";
import type { StaffSession } from "./store/sessions.server.ts";
import { hostContext, servicesContext, staffSessionContext } from "../context.ts";
import { permissionsOf, type Permission, type Role } from "./rules/permissions.ts";
import { pageAddress } from "./session.ts";

/** A signed-in person of staff in the org that the private area shows. */
export interface StaffInOrg {
  session: StaffSession;
  org: Org;
  role: Role;
  permissions: ReadonlySet<Permission>;
}

/**
 * The person behind the request.
 * @throws a redirect to the sign-in page, which leads back here
 */
export function requireSession(context: Readonly<RouterContextProvider>): StaffSession {
  const session = context.get(staffSessionContext);
  if (session !== null) return session;
  throw redirect(`/sign-in?redirectTo=${encodeURIComponent(pageAddress(context))}`, {
    status: 303,
  });
}

/**
 * The person behind the request, their current org, and what they may do there. Every loader and
 * action of the private area begins with it: the org of staff comes from the session, never from
 * the form.
 * @param permission what this page needs; without one, any role will do
 * @param orgId another org than the session's, for what an edit dialog calls: its page names the
 *   org
 * @throws a redirect to the sign-in page, or to the own account where the org is closed to this
 *   session; 403 `{kind: "access-denied"}` without the permission
 */
export async function requireStaff(
  context: Readonly<RouterContextProvider>,
  permission?: Permission,
  orgId?: string,
): Promise<StaffInOrg> {
  const session = requireSession(context);
  const wanted = orgId ?? session.orgId;
  if (session.closed.some((closed) => closed.orgId === wanted)) throw closedOrg();
  const current = session.roles.find((role) => role.orgId === wanted);
  const org =
    current === undefined
      ? null
      : await findOrg(context.get(servicesContext).store.read, current.orgId);
  if (current === undefined || org === null) throw accessDenied();
  const permissions = permissionsOf(current.role);
  if (permission !== undefined && !permissions.has(permission)) throw accessDenied();
  return { session, org, role: current.role, permissions };
}

/** Who acts, for the audit: the signed-in person, from this request's address. */
export function actorOf(context: Readonly<RouterContextProvider>, session: StaffSession): Actor {
  return staffActor(session.staff, context.get(hostContext).ip, session.orgId);
}

/** Leads somebody to whom their org is closed to where it says why, and what opens it. */
export function closedOrg(): Response {
  return redirect("/account", { status: 303 });
}

function accessDenied() {
  return data({ kind: "access-denied" as const }, { status: 403, statusText: "No access" });
}
