import { createPublicKey, type KeyObject } from "node:crypto";
import {
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyOptions,
} from "jose";
import type { Services } from "../context.ts";
import {
  CLOCK_SKEW_SECONDS,
  identityOf,
  MAX_AGE_SECONDS,
  MAX_TOKEN,
  TOKEN_ALGORITHMS,
  type TokenFault,
  type TokenIdentity,
} from "#model/byoid.ts";
import { readEmail } from "#model/subscribers/email.ts";
import { KeySets } from "./key-sets.ts";
import { OutboundFailed } from "./outbound.ts";

/** How an org checks its tokens. */
export interface TokenRules {
  issuer: string;
  audience: string;
  jwksUrl: string | null;
  publicKey: string | null;
  accountClaim: string;
}

/** A token that is not right. `reason` is for staff: what its server answered. */
export class TokenRefused extends Error {
  readonly fault: TokenFault;
  readonly reason: string | null;

  constructor(fault: TokenFault, reason: string | null = null) {
    super(fault);
    this.fault = fault;
    this.reason = reason;
  }
}

/** The pasted key is none that tokens are checked with; the message is for the field. */
export class KeyRefused extends Error {}

type Checking = Pick<Services, "config" | "now" | "store">;

/** One memory of keys a process, whoever asks. */
const sets = new WeakMap<Services["store"], KeySets>();

function keySetsOf({ store }: Checking): KeySets {
  const known = sets.get(store) ?? new KeySets();
  sets.set(store, known);
  return known;
}

/**
 * Whom a token is about. Nothing of it is remembered here: whether it was used before is the
 * database's to say.
 * @throws TokenRefused
 */
export async function readIdentityToken(
  services: Checking,
  rules: TokenRules,
  token: string,
): Promise<TokenIdentity> {
  const claims = await checked(token, MAX_TOKEN, () => verified(services, rules, token));
  const { iss, jti, exp = 0, iat = 0 } = claims;
  if (typeof jti !== "string" || jti === "" || jti.length > 500) throw new TokenRefused("claims");
  const identity = identityOf(claims, rules, readEmail);
  if (typeof identity === "string") throw new TokenRefused(identity);
  const until = Math.min(exp, iat + MAX_AGE_SECONDS) + CLOCK_SKEW_SECONDS;
  return { ...identity, issuer: iss ?? "", jti, expiresAt: new Date(until * 1_000).toISOString() };
}

/**
 * What a token says that one of the keys published at an address signed.
 * @throws TokenRefused
 */
export function readPublishedToken(
  services: Checking,
  address: string,
  { token, maxLength, ...options }: { token: string; maxLength: number } & JWTVerifyOptions,
): Promise<JWTPayload> {
  return checked(token, maxLength, () =>
    published(services, address, token, { algorithms: [...TOKEN_ALGORITHMS], ...options }),
  );
}

async function checked(
  token: string,
  maxLength: number,
  verify: () => Promise<JWTPayload>,
): Promise<JWTPayload> {
  if (token === "") throw new TokenRefused("missing");
  checkHeader(token, maxLength);
  return verify().catch((error: unknown) => {
    throw refusalOf(error);
  });
}

/** Looks at what a token says of itself before any key is looked for. */
function checkHeader(token: string, maxLength: number): void {
  if (token.length > maxLength || !/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token))
    throw new TokenRefused("malformed");
  const header = headerOf(token);
  if (!(TOKEN_ALGORITHMS as readonly unknown[]).includes(header.alg))
    throw new TokenRefused("algorithm");
  // A token for another purpose of the same provider, such as an access token, is none for signing
  // in.
  if (header.typ !== undefined && String(header.typ).toUpperCase() !== "JWT")
    throw new TokenRefused("malformed");
}

function headerOf(token: string): { alg?: unknown; typ?: unknown } {
  try {
    return decodeProtectedHeader(token);
  } catch {
    throw new TokenRefused("malformed");
  }
}

async function verified(services: Checking, rules: TokenRules, token: string): Promise<JWTPayload> {
  const options: JWTVerifyOptions = {
    algorithms: [...TOKEN_ALGORITHMS],
    issuer: rules.issuer,
    audience: rules.audience,
    requiredClaims: ["iss", "aud", "exp", "iat", "jti"],
    clockTolerance: CLOCK_SKEW_SECONDS,
    maxTokenAge: MAX_AGE_SECONDS,
    currentDate: services.now(),
  };
  if (rules.jwksUrl === null)
    return (await jwtVerify(token, readPublicKey(rules.publicKey ?? ""), options)).payload;
  return published(services, rules.jwksUrl, token, options);
}

async function published(
  services: Checking,
  address: string,
  token: string,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return await byPublished(services, address, token, options, false);
  } catch (error) {
    // The provider may have begun to use another key.
    if (error instanceof errors.JWKSNoMatchingKey)
      return byPublished(services, address, token, options, true);
    throw error;
  }
}

async function byPublished(
  services: Checking,
  address: string,
  token: string,
  options: JWTVerifyOptions,
  again: boolean,
): Promise<JWTPayload> {
  const { find } = await keySetsOf(services).at(address, services, again);
  try {
    return (await jwtVerify(token, find, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    // No `kid` says which one it is.
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (failed) {
        if (!(failed instanceof errors.JWSSignatureVerificationFailed)) throw failed;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

const CLAIM_FAULTS: Readonly<Record<string, TokenFault>> = {
  iss: "issuer",
  aud: "audience",
  nbf: "not-yet",
  iat: "not-yet",
};

function refusalOf(error: unknown): unknown {
  if (error instanceof OutboundFailed) return new TokenRefused("keys-unavailable", error.message);
  if (error instanceof errors.JWKSNoMatchingKey) return new TokenRefused("unknown-key");
  if (error instanceof errors.JWSSignatureVerificationFailed) return new TokenRefused("signature");
  if (error instanceof errors.JWTExpired)
    return new TokenRefused(error.claim === "iat" ? "too-old" : "expired");
  if (error instanceof errors.JWTClaimValidationFailed)
    return new TokenRefused(
      error.reason === "check_failed" ? (CLAIM_FAULTS[error.claim] ?? "claims") : "claims",
    );
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported)
    return new TokenRefused("algorithm");
  if (error instanceof errors.JOSEError) return new TokenRefused("malformed");
  // The key is of another kind than the algorithm, or too short to be trusted.
  if (error instanceof TypeError || (error instanceof Error && error.name === "DataError"))
    return new TokenRefused("unknown-key");
  return error;
}

/**
 * A public key, or a certificate, as PEM.
 * @throws KeyRefused
 */
export function readPublicKey(pem: string): KeyObject {
  if (/PRIVATE KEY-----/.test(pem))
    throw new KeyRefused(
      "This is a private key. Paste the public one, and replace the private one, which only your provider should have.",
    );
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    throw new KeyRefused(
      "This isn’t a public key. A public key begins with -----BEGIN PUBLIC KEY----- or -----BEGIN CERTIFICATE-----.",
    );
  }
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  const type = key.asymmetricKeyType;
  if (type === "rsa" && (modulusLength ?? 0) >= 2_048) return key;
  if (type === "ec" && ["prime256v1", "secp384r1", "secp521r1"].includes(namedCurve ?? ""))
    return key;
  if (type === "ed25519") return key;
  throw new KeyRefused(
    "Use an RSA key of 2048 bits or more, an EC key on P-256, P-384 or P-521, or an Ed25519 key.",
  );
}

/**
 * Reads the keys at an address now or as they are kept, to tell staff.
 * @returns how many there are
 * @throws OutboundFailed
 */
export async function countKeys(services: Checking, address: string): Promise<number> {
  return (await keySetsOf(services).at(address, services, true, true)).count;
}
