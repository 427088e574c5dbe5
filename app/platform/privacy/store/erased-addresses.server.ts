import { dialectOf } from "#db/engine.ts";
import type { Reader } from "#db/store.ts";

/**
 * What a membership's `removedBy` says that ended because the person was erased; staff's removals
 * name staff.
 */
export const REMOVED_BY_ERASURE = "Erasure";

/**
 * What stands for an erased address in a list that must still hold it off: it recognises the
 * address when it comes again, and names it to nobody. Bound to the org, so that two orgs' lists
 * can't be compared, and made here with a key that no database and no log of one ever sees.
 * @param db says which installation's key it is
 */
export function hashedAddress(db: Reader, orgId: string, address: string): string {
  return dialectOf(db).addresses.keyed(orgId, address);
}

/** What would stand for each of some addresses, in their order. */
export function hashedAddresses(db: Reader, orgId: string, addresses: readonly string[]): string[] {
  return addresses.map((address) => hashedAddress(db, orgId, address));
}
