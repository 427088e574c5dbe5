import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * How keys are spelled: a word that says whose they are, 256 random bits, and a checksum, so that
 * programs that look for secrets can tell a key from a text that only looks like one.
 */
const PREFIXES = { staff: "otc_s_", member: "otc_v_" } as const;
/** Whose a key can be. */
export type KeyOwner = keyof typeof PREFIXES;
const PREFIX = PREFIXES.staff.length;
const RANDOM = 43;
const CHECKSUM = 6;
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SPELLING = /^otc_[sv]_[\w-]{43}[0-9A-Za-z]{6}$/;

/** A new key. */
export function newKey(owner: KeyOwner = "staff"): string {
  const random = randomBytes(32).toString("base64url");
  return `${PREFIXES[owner]}${random}${checksumOf(random)}`;
}

/** What is kept of a key, and shown of it, beside its hash. */
export function startOf(key: string): string {
  return key.slice(0, PREFIX + 4);
}

/** Whether a text is spelled as keys of somebody are, with the right checksum. */
export function isKey(text: string, owner: KeyOwner = "staff"): boolean {
  if (!text.startsWith(PREFIXES[owner]) || !looksLikeKey(text)) return false;
  const random = text.slice(PREFIX, PREFIX + RANDOM);
  return checksumOf(random) === text.slice(-CHECKSUM);
}

/** Whether a text has the shape of a key, whatever its checksum. */
export function looksLikeKey(text: string): boolean {
  return text.length === PREFIX + RANDOM + CHECKSUM && SPELLING.test(text);
}

/** CRC32 (as in gzip) of the 43 random characters, in six digits of base 62. */
function checksumOf(random: string): string {
  let rest = crc32(random);
  let digits = "";
  for (let at = 0; at < CHECKSUM; at += 1) {
    digits = (DIGITS[rest % DIGITS.length] ?? "0") + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
