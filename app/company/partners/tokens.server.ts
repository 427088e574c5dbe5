import { jwtVerify, SignJWT, type JWK } from "jose";
import type { InstallationKey } from "#platform/files/installation-key.ts";
import { SIGNING_ALGORITHM, signingKeyFor, type SigningKey } from "#platform/files/signing-key.ts";
import { PARTNER_PATH, publishedQuarters, quarterOf } from "#model/partners.ts";

/**
 * Tokens for partners: ES256, signed with a key that is derived from the installation's own,
 * another one each quarter of a year. So no private key lies anywhere, and every process has the
 * same ones.
 */
const PURPOSE = "partner-token-key";
const MAX_TOKEN = 4_000;

/** What a token says: who made it in which company, and for whom. */
export interface TokenClaims {
  /** `jti`, which is looked up each time. */
  id: string;
  /** The partner's domain. */
  audience: string;
  memberId: string;
  orgId: string;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * @param issuer scheme and host of the installation: where its keys are, and what the token opens
 */
export async function signToken(
  key: InstallationKey,
  issuer: string,
  { id, audience, memberId, orgId, createdAt, expiresAt }: TokenClaims,
): Promise<string> {
  const { kid, privateKey } = await signingKey(key, quarterOf(createdAt));
  return new SignJWT({ org: orgId, endpoint: `${issuer}${PARTNER_PATH}` })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: "JWT", kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(memberId)
    .setJti(id)
    .setIssuedAt(createdAt)
    .setExpirationTime(expiresAt)
    .sign(privateKey);
}

/**
 * What a token of ours says; whether it was revoked is the database's to know.
 * @returns null for one that ran out, was altered, is another installation's, or is none
 */
export async function readToken(
  key: InstallationKey,
  issuer: string,
  token: string,
  now: Date,
): Promise<Pick<TokenClaims, "id" | "audience" | "memberId" | "orgId"> | null> {
  if (token.length > MAX_TOKEN) return null;
  const keys = await Promise.all(publishedQuarters(now).map((quarter) => signingKey(key, quarter)));
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const own = keys.find((candidate) => candidate.kid === kid);
        if (own === undefined) throw new Error("signed with another key");
        return own.publicKey;
      },
      {
        algorithms: [SIGNING_ALGORITHM],
        issuer,
        requiredClaims: ["aud", "exp", "iat", "jti", "sub", "org"],
        currentDate: now,
      },
    );
    const { jti, aud, sub, org } = payload;
    if (typeof jti !== "string" || typeof aud !== "string" || typeof sub !== "string") return null;
    return typeof org === "string" ? { id: jti, audience: aud, memberId: sub, orgId: org } : null;
  } catch {
    return null;
  }
}

/** The public keys by which partners check our tokens (RFC 7517). */
export async function publishedKeys(key: InstallationKey, now: Date): Promise<{ keys: JWK[] }> {
  const keys = await Promise.all(publishedQuarters(now).map((quarter) => signingKey(key, quarter)));
  return { keys: keys.map(({ jwk }) => jwk) };
}

function signingKey(key: InstallationKey, quarter: string): Promise<SigningKey> {
  return signingKeyFor(key, `${PURPOSE}:${quarter}`);
}
