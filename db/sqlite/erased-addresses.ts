import { createHmac } from "node:crypto";
import type Database from "better-sqlite3";
import { sha256 } from "../ids.ts";

const MARK = "hmac:";

/**
 * Gives a connection the functions by which an erased address is recognised. The key stays outside of the database, so
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
