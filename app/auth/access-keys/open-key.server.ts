import { byKey, KEY_PAGES, permissionsByKey, keyState } from "#model/access-keys.ts";
import { permissionsOf, type Permission } from "#model/auth/permissions.ts";
import type { ViewerStaff } from "#model/visibility/viewer.ts";
import type { Services } from "#platform/context.ts";
import { staffActor, type Actor } from "#tenancy/audit/store/audit.server.ts";
import { keptOrg } from "#tenancy/orgs/store/kept-orgs.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { hasSecondFactor } from "#auth/store/passkeys.server.ts";
import { findStaff, staffOrgs } from "../store/staff.server.ts";
import { isKey } from "./rules/key-text.ts";
import { isWithin } from "./rules/networks.ts";
import { findKey, noteKeyUse, type KeptKey } from "./store/access-keys.server.ts";
import { noteUse } from "./note-use.server.ts";

/** What a key opens at this moment. */
export interface OpenedKey {
  key: KeptKey;
  org: Org;
  /** Its person, with what they may do by it: its scopes and their role together. */
  staff: ViewerStaff;
  /** Who acts, for the audit: the person, by this key. */
  by: Actor;
}

/** Why a key opens nothing: the status, and the sentence for whoever sent it. */
export interface KeyRefusal {
  status: 401 | 403;
  why: string;
}

export const UNKNOWN_KEY: KeyRefusal = { status: 401, why: "This key isn’t known." };
export const OTHER_NETWORK: KeyRefusal = {
  status: 403,
  why: "This key can’t be used from your network.",
};

/** A key that opened something once. */
export const closed = (reason: string): KeyRefusal => ({
  status: 401,
  why: `This key no longer opens anything: ${reason}.`,
});

/**
 * The key in the `Authorization` header of a request.
 * @returns null where there is none of ours
 */
export function keyIn(request: Request): string | null {
  return keyInHeader(request.headers.get("Authorization") ?? "");
}

/** The same of the header's text. */
export function keyInHeader(header: string): string | null {
  const [scheme = "", text = "", ...more] = header.split(" ");
  return scheme.toLowerCase() === "bearer" && text.startsWith("otc_") && more.length === 0
    ? text
    : null;
}

/**
 * What a key opens. Everything is looked up anew, with every request: what its person may no longer
 * do, it doesn't open.
 * @param text as `keyIn` found it
 * @param ip from where it was sent
 */
export async function openKey(
  { store, now }: Pick<Services, "store" | "now">,
  text: string,
  ip: string,
): Promise<OpenedKey | KeyRefusal> {
  if (isKey(text, "member"))
    return { status: 401, why: "A member’s key opens only the calls below /api/v1/portal." };
  const key = isKey(text) ? await findKey(store.read, text) : null;
  if (key === null) return UNKNOWN_KEY;
  const state = keyState(key, now());
  if (state !== "active") return closed(state === "revoked" ? "it was revoked" : "it has expired");
  const [org, person, roles] = await Promise.all([
    keptOrg(store, key.orgId),
    findStaff(store.read, key.staffId),
    staffOrgs(store.read, key.staffId),
  ]);
  const role = roles.find(({ orgId }) => orgId === key.orgId);
  if (org === null || person === null || role === undefined)
    return closed("the person who added it is no longer on the team");
  if (role.twoFactorRequired && !(await hasSecondFactor(store.read, person)))
    return closed("the person who added it has to turn on two-factor sign-in or add a passkey");
  const own = permissionsOf(role.role);
  // What was made for the company ends with the right to make it.
  if (key.kind === "company" && !own.has("settings:edit"))
    return closed("the person who added it can no longer edit the settings");
  const permissions = permissionsByKey(key.scopes, own);
  if (permissions.size === 0)
    return closed("the person who added it can no longer do what it was added for");
  if (!isWithin(key.networks, ip)) return OTHER_NETWORK;
  const { id, email, name } = person;
  const said = { id, name: byKey(name, key) };
  return {
    key,
    org,
    staff: { id, email, name, role: role.role, permissions },
    by: staffActor(said, ip, org.id),
  };
}

/** Notes that a key was used (`noteUse`). */
export function noteUseOf(
  services: Parameters<typeof noteUse>[0],
  { key, org, staff }: OpenedKey,
  ip: string,
): Promise<void> {
  return noteUse(services, {
    key,
    kind: key.kind,
    org,
    ip,
    person: { name: staff.name, email: staff.email },
    path: KEY_PAGES.company,
    keep: noteKeyUse,
  });
}

/** Whether a key may do what a call asks for. */
export function mayByKey(
  { key, staff }: OpenedKey,
  scope: string,
  permission: Permission,
): boolean {
  return key.scopes.has(scope) && staff.permissions.has(permission);
}
