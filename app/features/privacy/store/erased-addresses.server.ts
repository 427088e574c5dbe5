import { createHmac } from "node:crypto";
import type Database from "better-sqlite3";
import { sql, type RawBuilder } from "kysely";
import { sha256 } from "../../../../db/ids.ts";
import type { Reader } from "../../../../db/store.ts";

const MARK = "hmac:";

/**
 * What a membership's `removedBy` says that ended because the person was erased; staff's removals
 * name staff.
 */
export const REMOVED_BY_ERASURE = "Erasure";

/**
 * Gives a connection the function behind `hashedAddress`. The key stays outside of the database, so
 * that nobody who has a copy of the file can try addresses against it.
 * @param key 32 bytes; null: a connection that asks nothing about people
 */
export function registerErasedAddresses(database: Database.Database, key: Buffer | null): void {
  const keyed = (digest: string) => {
    if (key === null) throw new Error("this connection was opened without the key of addresses");
    return `${MARK}${createHmac("sha256", key).update(digest).digest("hex")}`;
  };
  const options = { deterministic: true, directOnly: true };
  database.function("erased_address", options, (orgId: unknown, address: unknown) =>
    keyed(sha256(`${String(orgId)} ${String(address)}`)),
  );
  // For what was kept before there was a key (migration 3008).
  database.function("keyed_digest", options, (digest: unknown) => keyed(String(digest)));
}

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
