import { timingSafeEqual } from "node:crypto";
import type { InstallationKey } from "#platform/files/installation-key.ts";

/**
 * The two codes of a sign-in link. Both follow from the installation's key and the link's
 * id, so that neither is stored anywhere.
 * - shown: where the link was asked for; another browser that opens the link is asked for it
 * - mailed: in the mail; the asking browser takes it in place of the link
 */
export type CodeKind = "shown" | "mailed";

/** Six digits. */
export function signInCode(key: InstallationKey, kind: CodeKind, linkId: string): string {
  const bytes = Buffer.from(key.sign(`sign-in-code-${kind}`, linkId), "base64url");
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, "0");
}

/** Whether these are the six digits; takes as long for a near miss as for a far one. */
export function isSignInCode(
  key: InstallationKey,
  kind: CodeKind,
  linkId: string,
  given: string,
): boolean {
  const expected = Buffer.from(signInCode(key, kind, linkId));
  const digits = Buffer.from(given);
  return digits.length === expected.length && timingSafeEqual(digits, expected);
}
