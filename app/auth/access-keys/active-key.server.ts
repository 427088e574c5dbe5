import type { Reader } from "#db/store.ts";
import { keyState } from "#model/access-keys.ts";
import { keyInHeader } from "./open-key.server.ts";
import { isKey } from "./rules/key-text.ts";
import { findKey } from "./store/access-keys.server.ts";
import { findMemberKey } from "./store/member-keys.server.ts";

/**
 * Whether the `Authorization` header of a request has a key that was not revoked and has not expired.
 * What it opens, its call asks.
 */
export async function hasActiveKey(
  db: Reader,
  header: string | undefined,
  now: Date,
): Promise<boolean> {
  const text = header === undefined ? null : keyInHeader(header);
  if (text === null) return false;
  const key = isKey(text, "member")
    ? await findMemberKey(db, text)
    : isKey(text)
      ? await findKey(db, text)
      : null;
  return key !== null && keyState(key, now) === "active";
}
