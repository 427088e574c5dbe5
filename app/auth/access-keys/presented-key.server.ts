import type { RequestHost, Services } from "#platform/context.ts";
import { keyInHeader, openKey, type KeyRefusal, type OpenedKey } from "./open-key.server.ts";
import { openMemberKey, type OpenedMemberKey } from "./open-member-key.server.ts";
import { isKey } from "./rules/key-text.ts";

/** What the key of a request opens, or why it opens nothing. */
export type PresentedKey =
  | { owner: "staff"; opened: OpenedKey | KeyRefusal }
  | { owner: "member"; opened: OpenedMemberKey | KeyRefusal };

/** What was found at the front door, for the call behind it: a request asks once. */
const FOUND = new WeakMap<RequestHost, PresentedKey>();

/** Below it, members' keys open something, and those of staff nothing. */
const OF_MEMBERS = /^\/api\/v1\/portal(?:\/|$)/i;

/**
 * Whether the `Authorization` header of a request has a key that opens something now. One that was
 * revoked, has expired, or whose person may no longer do anything by it is as good as none; so is one
 * of the other kind than the address takes, and any on a host of an organization's own.
 * @param path that the request is for, as the application knows it
 */
export async function presentsKey(
  services: Pick<Services, "store" | "now">,
  header: string | undefined,
  { path, door }: { path: string; door: RequestHost },
): Promise<boolean> {
  const text = header === undefined ? null : keyInHeader(header);
  if (text === null || door.domainOrgSlug !== null) return false;
  if (isKey(text, "member") !== OF_MEMBERS.test(path)) return false;
  const found: PresentedKey | null = isKey(text, "member")
    ? { owner: "member", opened: await openMemberKey(services, text, door.ip) }
    : isKey(text, "staff")
      ? { owner: "staff", opened: await openKey(services, text, door.ip) }
      : null;
  if (found === null || "why" in found.opened) return false;
  FOUND.set(door, found);
  return true;
}

/** The key of a request that was found to open something; null where none was. */
export function presentedKey(door: RequestHost): PresentedKey | null {
  return FOUND.get(door) ?? null;
}
