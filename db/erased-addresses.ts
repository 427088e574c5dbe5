import { sha256 } from "./ids.ts";

const MARK = "sha256:";

/**
 * What stands for an erased address in a list that must still hold it off: it recognises the address when
 * it comes again, and names it to nobody. Bound to the org, so that two orgs' lists can't be compared.
 */
export function hashedAddress(orgId: string, address: string): string {
  return `${MARK}${sha256(`${orgId} ${address}`)}`;
}
