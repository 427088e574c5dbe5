import { data, redirect, type RouterContextProvider } from "react-router";
import { staffActor, type Actor } from "#tenancy/audit/store/audit.server.ts";
import { looksOf, type OrgLook } from "#tenancy/orgs/store/org-lists.server.ts";
import { findOrg, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Reader } from "#db/store.ts";
import { listStaffOfOrg } from "./store/staff.server.ts";
import type { StaffSession } from "#model/auth/staff-session.ts";
import { hostContext, servicesContext, staffSessionContext } from "#platform/context.ts";
import { askedOnce } from "#platform/http/request/asked-once.ts";
import { permissionsOf, type Permission, type Role } from "#model/auth/permissions.ts";
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
  const { read } = context.get(servicesContext).store;
  if (session.closed.some((closed) => closed.orgId === wanted)) throw closedOrg();
  const current = session.roles.find((role) => role.orgId === wanted);
  const org = current === undefined ? null : await askedOnce(context, findOrg, current.orgId);
  if (current === undefined || org === null) throw accessDenied([]);
  const permissions = permissionsOf(current.role);
  if (permission !== undefined && !permissions.has(permission))
    throw accessDenied(await ownerNames(read, org.id));
  return { session, org, role: current.role, permissions };
}

/** The looks of the orgs that a session has to do with, by their ids. */
export function ownLooks(
  context: Readonly<RouterContextProvider>,
  { roles, closed }: Pick<StaffSession, "roles" | "closed">,
): Promise<ReadonlyMap<string, OrgLook>> {
  return askedOnce(context, looksOfEach, ...[...roles, ...closed].map(({ orgId }) => orgId));
}

const looksOfEach = (db: Reader, ...orgIds: string[]) => looksOf(db, orgIds);

/** Who acts, for the audit: the signed-in person, from this request's address. */
export function actorOf(context: Readonly<RouterContextProvider>, session: StaffSession): Actor {
  return staffActor(session.staff, context.get(hostContext).ip, session.orgId);
}

/** Leads somebody to whom their org is closed to where it says why, and what opens it. */
export function closedOrg(): Response {
  return redirect("/account", { status: 303 });
}

/** The names of those who can give somebody of an org another role: its owners. */
export async function ownerNames(db: Reader, orgId: string): Promise<string[]> {
  const team = await listStaffOfOrg(db, orgId);
  return team.filter(({ role }) => role === "owner").map(({ name }) => name);
}

/** What a page throws to somebody whose role does not open it. @param owners who could change that */
export function accessDenied(owners: readonly string[]) {
  return data({ kind: "access-denied" as const, owners }, { status: 403, statusText: "No access" });
}
