import { FEATURES, type Feature } from "#model/settings/customization.ts";

/** Plans: a signed token that says which features a company has, in place of its own switches. */

/** The longest token, in characters. */
export const MAX_PLAN_TOKEN = 16 * 1_024;
/** How long the last good state stays when the token is no longer right, in days. */
export const GRACE_DAYS = 7;

/** What can be wrong with the token of a plan that was in force. */
export type PlanFault = "expired" | "unknown-key" | "signature" | "claims" | "not-set-up";

/** What the owner reads. */
export const PLAN_FAULTS: Readonly<Record<PlanFault, string>> = {
  expired: "It has expired.",
  "unknown-key": "It is signed with a key that is no longer published.",
  signature: "Its signature is no longer valid.",
  claims: "It isn’t meant for this organization on this installation.",
  "not-set-up": "This installation no longer uses plans.",
};

/** Why a pasted token was not taken. */
export const PLAN_REFUSALS: Readonly<Record<string, string>> = {
  missing: "Paste the token",
  malformed: "This isn’t a valid token. Paste the whole token: three parts separated by dots.",
  algorithm: "This token is signed with an algorithm that isn’t accepted here",
  "unknown-key": "This token is signed with an unknown key",
  signature: "This token’s signature is invalid",
  audience: "This token is meant for another installation",
  expired: "This token has expired",
  "not-yet": "This token is not valid yet",
  "keys-unavailable":
    "The keys that tokens are checked with can’t be read at the moment. Try again.",
};

/** The plan of a company as it counts now. */
export interface Plan {
  features: readonly Feature[];
  expiresAt: string;
  setAt: string;
  setBy: string;
  fault: PlanFault | null;
  faultedAt: string | null;
  /** Since when it counts no more. */
  endedAt: string | null;
}

/**
 * What a token's claims say for a company. @returns a message for what they lack, or whom else they
 * name
 */
export function planOf(
  { sub, exp, features }: { sub?: unknown; exp?: unknown; features?: unknown },
  org: { id: string; slug: string },
): { features: Feature[]; expiresAt: string } | string {
  if (sub !== org.id && sub !== org.slug)
    return `This token is for another organization. Its “sub” isn’t ${org.slug}`;
  if (typeof exp !== "number") return "This token has no expiry. It needs “exp”.";
  if (!Array.isArray(features)) return "The token has no “features” list.";
  return {
    // A newer issuer may know features that this version lacks.
    features: FEATURES.filter((feature) => features.includes(feature)),
    expiresAt: new Date(exp * 1_000).toISOString(),
  };
}

/** When a plan whose token is no longer right stops counting. */
export function graceEnds(faultedAt: string): Date {
  return new Date(Date.parse(faultedAt) + GRACE_DAYS * 86_400_000);
}
