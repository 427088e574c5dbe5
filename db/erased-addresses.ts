import { sha256 } from "./ids.ts";

const MARK = "sha256:";

/** What a membership's `removedBy` says that ended because the person was erased; staff's removals name staff. */
export const REMOVED_BY_ERASURE = "Erasure";

/**
 * What stands for an erased address in a list that must still hold it off: it recognises the address when
 * it comes again, and names it to nobody. Bound to the org, so that two orgs' lists can't be compared.
 */
export function hashedAddress(orgId: string, address: string): string {
  return `${MARK}${sha256(`${orgId} ${address}`)}`;
}
