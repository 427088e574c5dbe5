import { sql, type RawBuilder } from "kysely";
import type { Reader } from "#db/store.ts";

/**
 * What a membership's `removedBy` says that ended because the person was erased; staff's removals
 * name staff.
 */
export const REMOVED_BY_ERASURE = "Erasure";

/**
 * What stands for an erased address in a list that must still hold it off: it recognises the
 * address when it comes again, and names it to nobody. Bound to the org, so that two orgs' lists
 * can't be compared.
 */
export function hashedAddress(orgId: string, address: string): RawBuilder<string> {
  return sql<string>`erased_address(${orgId}, ${address})`;
}

/** What would stand for each of some addresses, in their order. */
export async function hashedAddresses(
  db: Reader,
  orgId: string,
  addresses: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select erased_address(${orgId}, value) as hash
    from json_each(${JSON.stringify(addresses)}) order by key`.execute(db);
  return rows.map(({ hash }) => hash);
}
