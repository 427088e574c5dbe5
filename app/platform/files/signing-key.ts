import { createECDH, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, type JWK } from "jose";
import type { InstallationKey } from "./installation-key.ts";

/**
 * Keys that sign tokens (ES256), each derived from the installation's own for one purpose. So no
 * private key lies anywhere, and every process has the same ones.
 */
export const SIGNING_ALGORITHM = "ES256";

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  /** The public part, as it is published. */
  jwk: JWK;
}

const made = new WeakMap<InstallationKey, Map<string, Promise<SigningKey>>>();

/** Purposes are few; some name a company. */
const MOST_KEPT = 500;

/** The key for one purpose, the same at every call. */
export function signingKeyFor(key: InstallationKey, purpose: string): Promise<SigningKey> {
  const known = made.get(key) ?? new Map<string, Promise<SigningKey>>();
  made.set(key, known);
  const own = known.get(purpose) ?? derivedKey(key, purpose);
  if (known.size < MOST_KEPT) known.set(purpose, own);
  return own;
}

async function derivedKey(key: InstallationKey, purpose: string): Promise<SigningKey> {
  const privateKey = privateKeyFrom(key, purpose);
  const publicKey = createPublicKey(privateKey);
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { kid, privateKey, publicKey, jwk: { ...jwk, kid, alg: SIGNING_ALGORITHM, use: "sig" } };
}

/**
 * A private key on P-256 out of 32 derived bytes; of 2^32 such numbers one is none, and the next
 * one is taken.
 */
function privateKeyFrom(key: InstallationKey, purpose: string, attempt = 0): KeyObject {
  const scalar = key.derive(`${purpose}:${attempt}`);
  const curve = createECDH("prime256v1");
  try {
    curve.setPrivateKey(scalar);
  } catch (error) {
    if (attempt > 10) throw error;
    return privateKeyFrom(key, purpose, attempt + 1);
  }
  const point = curve.getPublicKey();
  const text = (bytes: Buffer) => bytes.toString("base64url");
  return createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      d: text(scalar),
      x: text(point.subarray(1, 33)),
      y: text(point.subarray(33, 65)),
    },
  });
}
