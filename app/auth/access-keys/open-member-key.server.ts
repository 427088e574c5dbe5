import { keyState } from "#model/access-keys.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import type { Services } from "#platform/context.ts";
import { keptOrg } from "#tenancy/orgs/store/kept-orgs.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { memberViewer } from "../viewer.ts";
import { noteUse } from "./note-use.server.ts";
import { closed, OTHER_NETWORK, UNKNOWN_KEY, type KeyRefusal } from "./open-key.server.ts";
import { isKey } from "./rules/key-text.ts";
import { isWithin } from "./rules/networks.ts";
import { findMemberKey, noteMemberKeyUse, type KeptMemberKey } from "./store/member-keys.server.ts";

/** What a member's key opens at this moment. */
export interface OpenedMemberKey {
  key: KeptMemberKey;
  org: Org;
  /** The member, with the access that they have now to the products of the key. */
  viewer: Extract<Viewer, { mode: "accountExternal" }>;
}

/**
 * What a member's key opens: the portal as its person sees it now. Everything is looked up anew, with
 * every request, so what they can no longer see, it doesn't open.
 * @param text as `keyIn` found it
 * @param ip from where it was sent
 */
export async function openMemberKey(
  { store, now }: Pick<Services, "store" | "now">,
  text: string,
  ip: string,
): Promise<OpenedMemberKey | KeyRefusal> {
  if (isKey(text, "staff"))
    return { status: 401, why: "These calls take a member’s key. Add one on My account." };
  const key = isKey(text, "member") ? await findMemberKey(store.read, text) : null;
  const org = key === null ? null : await keptOrg(store, key.orgId);
  if (key === null || org === null) return UNKNOWN_KEY;
  const viewer = await memberViewer({ store, now }, org, key.memberId, null);
  if (viewer?.mode !== "accountExternal")
    return closed("the person who added it was removed from the account");
  const state = keyState(key, now());
  if (state !== "active") return closed(state === "revoked" ? "it was revoked" : "it has expired");
  if (!org.published) return closed("the portal isn’t published");
  if (!org.customization.memberKeysEnabled)
    return closed(`${org.name} has turned off members’ keys`);
  const { productIds } = key;
  const grants = viewer.grants.filter(
    ({ productId }) => productIds === null || productIds.has(productId),
  );
  if (grants.length === 0) return closed("the person who added it no longer has access");
  if (grants.every(({ ndaRequired, ndaPassed }) => ndaRequired && !ndaPassed))
    return closed("the person who added it hasn’t signed the NDA");
  if (!isWithin(key.networks, ip)) return OTHER_NETWORK;
  const { id, name } = key;
  return { key, org, viewer: { ...viewer, grants, key: { id, name } } };
}

/** Notes that a member's key was used (`noteUse`). */
export function noteMemberUseOf(
  services: Parameters<typeof noteUse>[0],
  { key, org, viewer: { member, account } }: OpenedMemberKey,
  ip: string,
): Promise<void> {
  const name = `${member.firstName} ${member.lastName}`.trim();
  return noteUse(services, {
    key,
    kind: "member",
    org,
    ip,
    person: { name: name || member.email, email: member.email },
    path: `/accounts/${account.id}`,
    keep: noteMemberKeyUse,
  });
}
