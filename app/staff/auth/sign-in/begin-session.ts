import type { RouterContextProvider } from "react-router";
import { permissionsOf } from "#model/auth/permissions.ts";
import type { SignInMethod } from "#model/auth/staff-session.ts";
import { START_PAGE, START_STEPS } from "#model/setup-guide.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { unfinishedStart } from "#content/setup-guide/store/setup-guide.server.ts";
import { HOME_PAGE } from "#model/home.ts";
import { recordStaffAudit, staffActor } from "#tenancy/audit/store/audit.server.ts";
import { sha256 } from "#db/ids.ts";
import {
  createPendingSession,
  createStaffSession,
  PENDING_LIFE,
  type ProvidersSession,
  STAFF_LIFE,
} from "#auth/store/sessions.server.ts";
import { lastOrgOf, revokeSession } from "#auth/store/session-list.server.ts";
import { staffOrgs, type Staff, type StaffRole } from "#auth/store/staff.server.ts";
import type { Writer } from "#db/store.ts";
import { hostContext, servicesContext, type Services } from "#platform/context.ts";
import { localPath } from "#values/local-path.ts";
import { knownBrowserCookie } from "#auth/known-browser.ts";
import { readCookie, setCookie } from "#platform/http/request/cookies.ts";

type SignedIn = Pick<Staff, "id" | "name" | "email">;

interface RequestContext {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** How somebody signed in, and what their identity provider said of it where one did. */
export interface Means {
  method: SignInMethod | null;
  provider?: ProvidersSession;
}

export interface BegunSession {
  /**
   * The Set-Cookie headers: the new session, and that the person has signed in with this browser.
   */
  headers: [string, string][];
  /** Where to go next. */
  to: string;
}

/**
 * Signs someone in with a session of a new id; the one that the browser had before ends.
 * @param redirectTo where the person wanted to go; only a path of this host counts
 * @param means how they signed in where that was not by password
 */
export async function beginSession(
  trx: Writer,
  { request, context }: RequestContext,
  staff: SignedIn,
  redirectTo: unknown,
  { method, provider }: Means = { method: null },
): Promise<BegunSession> {
  const { config, now } = context.get(servicesContext);
  const at = now();
  const { ip } = context.get(hostContext);
  const wanted = localPath(redirectTo, "");
  const all = await staffOrgs(trx, staff.id);
  const roles = all.filter(({ orgId }) => provider === undefined || orgId === provider.orgId);
  const org = startingOrg(roles, await lastOrgOf(trx, staff.id), wanted);
  await endFormerSession(trx, { request, context });
  const token = await createStaffSession(trx, {
    staffId: staff.id,
    orgId: org?.orgId ?? null,
    ip,
    userAgent: request.headers.get("User-Agent"),
    method,
    provider: provider ?? null,
    now: at,
  });
  await recordStaffAudit(
    { trx, by: staffActor(staff, ip, org?.orgId ?? null), now: at },
    staff.id,
    { action: "staff.signed-in", detail: method === null ? null : { with: method } },
  );
  const cookies = [
    sessionCookie(config, token),
    knownBrowserCookie(request, context.get(servicesContext), { staff: staff.email }),
  ];
  return {
    headers: cookies.map((cookie) => ["Set-Cookie", cookie]),
    to: wanted === "" ? await firstPageOf(trx, org) : wanted,
  };
}

/** The session between password and code. */
export async function beginPendingSession(
  trx: Writer,
  { request, context }: RequestContext,
  staff: SignedIn,
): Promise<string> {
  const { config, now } = context.get(servicesContext);
  await endFormerSession(trx, { request, context });
  const token = await createPendingSession(trx, {
    staffId: staff.id,
    ip: context.get(hostContext).ip,
    userAgent: request.headers.get("User-Agent"),
    now: now(),
  });
  return setCookie(config, "otc_staff", token, PENDING_LIFE / 1_000);
}

/** The cookie of a staff session. */
export function sessionCookie(config: Services["config"], token: string): string {
  return setCookie(config, "otc_staff", token, STAFF_LIFE.absolute / 1_000);
}

/**
 * Where someone lands who asked for no page: at what waits for them, or at their account when no
 * company is theirs.
 */
export function homeOf(org: object | undefined): string {
  return org === undefined ? "/account" : HOME_PAGE;
}

/** As `homeOf`, but who can set up a company that nobody has begun to set up lands there. */
export async function firstPageOf(
  trx: Writer,
  org: Pick<StaffRole, "orgId" | "role"> | undefined,
): Promise<string> {
  if (org === undefined || !permissionsOf(org.role).has("settings:edit")) return homeOf(org);
  const begun = await findOrg(trx, org.orgId);
  const isUntouched = begun !== null && (await unfinishedStart(trx, begun)) === START_STEPS[0].step;
  return isUntouched ? START_PAGE : homeOf(org);
}

async function endFormerSession(trx: Writer, { request, context }: RequestContext): Promise<void> {
  const { config, now } = context.get(servicesContext);
  const former = readCookie(request, config, "otc_staff");
  if (former !== null) await revokeSession(trx, sha256(former), now());
}

/** The org whose portal was asked for, else the last one shown, else the first. */
function startingOrg(
  roles: readonly StaffRole[],
  lastOrgId: string | null,
  wanted: string,
): StaffRole | undefined {
  const segment = wanted.split(/[/?#]/)[1];
  return (
    roles.find((role) => role.slug === segment) ??
    roles.find((role) => role.orgId === lastOrgId) ??
    roles[0]
  );
}
