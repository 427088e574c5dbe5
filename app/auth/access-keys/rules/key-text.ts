import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * How keys are spelled: a word that says whose they are, 256 random bits, and a checksum, so that
 * programs that look for secrets can tell a key from a text that only looks like one.
 */
const PREFIX = "otc_s_";
const RANDOM = 43;
const CHECKSUM = 6;
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SPELLING = /^otc_[sv]_[\w-]{43}[0-9A-Za-z]{6}$/;

/** A new key of staff. */
export function newKey(): string {
  const random = randomBytes(32).toString("base64url");
  return `${PREFIX}${random}${checksumOf(random)}`;
}

/** What is kept of a key, and shown of it, beside its hash. */
export function startOf(key: string): string {
  return key.slice(0, PREFIX.length + 4);
}

/** Whether a text is spelled as keys are, with the right checksum. */
export function isKey(text: string): boolean {
  if (!text.startsWith(PREFIX) || !looksLikeKey(text)) return false;
  const random = text.slice(PREFIX.length, PREFIX.length + RANDOM);
  return checksumOf(random) === text.slice(-CHECKSUM);
}

/** Whether a text has the shape of a key, whatever its checksum. */
export function looksLikeKey(text: string): boolean {
  return text.length === PREFIX.length + RANDOM + CHECKSUM && SPELLING.test(text);
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
