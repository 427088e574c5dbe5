import { createHash, randomBytes } from "node:crypto";

/** A random id of 128 bits, URL-safe. */
export function newId(): string {
  return randomBytes(16).toString("base64url");
}

let latest = 0;

/**
 * A random id that sorts behind all that this process made before, as text: what was made in one
 * moment keeps its order.
 */
export function newLaterId(): string {
  latest = Math.max(latest + 1, Date.now() * 1_024);
  return latest.toString(16).padStart(14, "0") + newId();
}

/** A random token of 256 bits, URL-safe; only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 of a token or text, hexadecimal: what is stored in its place. */
export function sha256(value: string | Uint8Array): string {
  return createHash("sha256").update(value).digest("hex");
}

/** Now as UTC ISO 8601 text with milliseconds. */
export function isoNow(now: Date): string {
  return now.toISOString();
}
