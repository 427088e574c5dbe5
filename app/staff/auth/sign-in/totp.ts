import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import { sha256 } from "#db/ids.ts";
import type { InstallationKey } from "#platform/files/installation-key.ts";

/**
 * The second factor: codes of an authenticator app (RFC 6238), and recovery codes for when it is
 * lost.
 */
const PERIOD = 30;
const DIGITS = 6;
/** One step of grace on each side: clocks differ. */
const WINDOW = 1;
const SEAL = "totp";
const RECOVERY_CODES = 10;
const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

type Key = Pick<InstallationKey, "seal" | "open">;

/** A new secret of 160 bits, sealed for the database. */
export function newTotpSecret(key: Key): string {
  return key.seal(SEAL, new Secret({ size: 20 }).base32);
}

/**
 * What an app needs to be set up: the address behind the QR code, and the secret to type in groups
 * of four.
 */
export function totpSetup(
  key: Key,
  sealedSecret: string,
  email: string,
  origin: string,
): { uri: string; secretText: string } {
  const secret = key.open(SEAL, sealedSecret);
  const issuer = `Open Trust Center (${new URL(origin).hostname})`;
  const uri = new TOTP({
    issuer,
    label: email,
    secret: Secret.fromBase32(secret),
    digits: DIGITS,
    period: PERIOD,
  }).toString();
  return { uri, secretText: secret.match(/.{1,4}/g)?.join(" ") ?? secret };
}

/** The time step that a code belongs to, now or one step off, or null when it is wrong. */
export function totpStep(key: Key, sealedSecret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const secret = Secret.fromBase32(key.open(SEAL, sealedSecret));
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    token,
    secret,
    digits: DIGITS,
    period: PERIOD,
    timestamp,
    window: WINDOW,
  });
  return delta === null ? null : TOTP.counter({ period: PERIOD, timestamp }) + delta;
}

/** A QR code as one SVG path on a grid of `size` modules, quiet zone included. */
export function qrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: "L", border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: dark.join("") };
}

/** Ten recovery codes of 80 bits: `abcd-efgh-ijkl-mnop`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from(randomBytes(16), (byte) => BASE32[byte & 31]).join("");
    return (letters.match(/.{4}/g) ?? []).join("-");
  });
}

/**
 * What is stored of a recovery code. Case, spaces and hyphens don't matter, and 0 and 1 read as the
 * letters that they look like.
 */
export function recoveryCodeHash(staffId: string, code: string): string {
  const plain = code.toLowerCase().replace(/[\s-]/g, "").replace(/0/g, "o").replace(/1/g, "l");
  return sha256(`recovery:${staffId}:${plain}`);
}
