import type { Role } from "./permissions.ts";

/** Words of single sign-on that rooms of every height know. */

/** How the server proves to an identity provider that it is the client. */
export const CLIENT_PROOFS = [
  /** By the secret that the provider gave. */
  "secret",
  /** By what it signs with a key of its own, whose public part it publishes (private_key_jwt). */
  "key",
] as const;
export type ClientProof = (typeof CLIENT_PROOFS)[number];

/** What a claim says for a role. */
export interface RoleOfClaim {
  value: string;
  role: Role;
}

/** The settings page. */
export const SIGN_ON_PAGE = "/settings/single-sign-on";

/** Where browsers and the identity provider of a company meet us; every address lies below it. */
export function signOnBase(orgId: string): string {
  return `/sign-in/with/${orgId}`;
}

/** The domain of an email address. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}
