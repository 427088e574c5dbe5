/**
 * Signing in by a token of the company's own identity provider ('bring your own identity'): what a
 * token must be, and what is said of one that is not.
 */

/** The query parameter that carries a token to the portal. */
export const BYOID_PARAMETER = "byoidJwt";

/** Characters; an address of 8 KB carries it. */
export const MAX_TOKEN = 7_500;

/** Asymmetric ones alone: with a shared secret, or none, whoever verifies could sign. */
export const TOKEN_ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
] as const;

/**
 * How far the provider's clock may be off, and how old a token may be whatever its `exp` says, in
 * seconds.
 */
export const CLOCK_SKEW_SECONDS = 60;
export const MAX_AGE_SECONDS = 3_600;

/** What can be wrong with a token. */
export type TokenFault =
  | "missing"
  | "malformed"
  | "algorithm"
  | "unknown-key"
  | "keys-unavailable"
  | "signature"
  | "issuer"
  | "audience"
  | "expired"
  | "too-old"
  | "not-yet"
  | "claims"
  | "email"
  | "company"
  | "used";

/**
 * What the person who came with it reads; whoever runs the provider can tell from it what to mend.
 */
export const TOKEN_FAULTS: Readonly<Record<TokenFault, string>> = {
  missing: "This URL has no sign-in token.",
  malformed: "The sign-in token is incomplete or invalid.",
  algorithm: "The sign-in token is signed with an algorithm that isn’t accepted here.",
  "unknown-key": "The sign-in token is signed with an unknown key.",
  "keys-unavailable": "We can’t verify sign-in tokens right now. Please try again in a minute.",
  signature: "The sign-in token’s signature is invalid.",
  issuer: "The sign-in token was issued by an unexpected issuer.",
  audience: "The sign-in token was issued for a different site.",
  expired: "The sign-in token has expired. Please sign in again where you came from.",
  "too-old": "The sign-in token is too old. Please sign in again where you came from.",
  "not-yet":
    "The sign-in token isn’t valid yet. The clock of the service that issued it may be ahead.",
  claims: "The sign-in token is missing a claim. It needs iss, aud, exp, iat and jti.",
  email: "The sign-in token has no verified email address.",
  company: "The sign-in token has no company.",
  used: "This sign-in token was already used. Go back to the page you came from and follow the link again.",
};

/** The status of the page that says it. */
export function faultStatus(fault: TokenFault): 400 | 503 {
  return fault === "keys-unavailable" ? 503 : 400;
}

/** Whom a token that was found right is about. */
export interface TokenIdentity {
  issuer: string;
  /** Unique among the issuer's tokens. */
  jti: string;
  /** When it would be refused for its age, as ISO time. */
  expiresAt: string;
  email: { email: string; key: string; domain: string };
  firstName: string;
  lastName: string;
  /** What its account is called when it is new. */
  companyName: string;
  /** What the account is known by: the claim in one spelling. */
  company: string;
}

const MAX_COMPANY_CLAIM = 200;

/** The claims of a token whose signature and times were found right, or what is missing. */
export function identityOf(
  claims: Readonly<Record<string, unknown>>,
  { accountClaim }: { accountClaim: string },
  read: (text: string) => TokenIdentity["email"] | null,
):
  | Pick<TokenIdentity, "email" | "firstName" | "lastName" | "companyName" | "company">
  | TokenFault {
  const email = typeof claims.email === "string" ? read(claims.email) : null;
  if (email === null || claims.email_verified === false || claims.email_verified === "false")
    return "email";
  const company = Object.hasOwn(claims, accountClaim) ? textOf(claims[accountClaim]) : "";
  const companyName = nameOf(company, 100);
  if (company.length > MAX_COMPANY_CLAIM || [...companyName].length < 2) return "company";
  const [first, ...rest] = nameOf(textOf(claims.name), 100).split(" ");
  return {
    email,
    firstName: nameOf(textOf(claims.given_name), 50) || nameOf(first ?? "", 50),
    lastName: nameOf(textOf(claims.family_name), 50) || nameOf(rest.join(" "), 50),
    companyName,
    company: company.toLowerCase(),
  };
}

function textOf(claim: unknown): string {
  return typeof claim === "string" || typeof claim === "number"
    ? String(claim).normalize("NFC").trim()
    : "";
}

/** A name as the portal's own forms take it: other characters give way to a space. */
function nameOf(text: string, max: number): string {
  const kept = text
    .replace(/[^\p{L}\p{M}\p{N} .,'’&()\-/]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return [...kept].slice(0, max).join("").trim();
}
