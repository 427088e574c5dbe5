import type { Role } from "#model/auth/permissions.ts";
import { domainOf } from "#model/auth/single-sign-on.ts";
import type { SingleSignOn } from "#auth/store/single-sign-on.server.ts";
import type { Claims } from "./provider.ts";

/*
 * Who somebody is whom an org's provider sent, and what they may do. Nothing here knows the database.
 */

/** What is known of an org when somebody arrives. */
export interface Known {
  orgName: string;
  /** Its proved domains. */
  domains: readonly string[];
  /** The person of staff whom issuer and subject name already. */
  linked: { id: string; role: Role | null } | null;
  /** The person of staff with the address that the provider confirms. */
  addressed: { id: string; role: Role | null; isElseAtIssuer: boolean } | null;
}

/** What an arrival leads to. */
export type Arrival =
  | { kind: "refused"; why: string }
  | {
      kind: "welcome";
      /** null: a new person of staff. */
      staffId: string | null;
      email: string;
      isLinked: boolean;
      /** The role that they have from now on, and the one before. */
      role: Role;
      before: Role | null;
    };

/**
 * Judges an arrival. A person is an issuer and a subject; the address counts the first time alone,
 * and only where the provider confirms it and its domain is proved. Owners stay owners, and no claim
 * makes one.
 */
export function judgeArrival(settings: SingleSignOn, claims: Claims, known: Known): Arrival {
  const refused = (why: string): Arrival => ({ kind: "refused", why });
  const { email } = claims;
  if (email === null || !claims.emailVerified)
    return refused("Your identity provider doesn’t confirm your address.");
  const domain = domainOf(email);
  if (!known.domains.includes(domain))
    return refused(`Single sign-on isn’t finished: ${domain.slice(0, 100)} is not proved.`);
  const person = known.linked ?? known.addressed;
  if (known.linked === null && known.addressed?.isElseAtIssuer === true)
    return refused("Someone else at your identity provider already signs in with this address.");
  const before = person?.role ?? null;
  // Who was removed from the team comes back by an invitation, not by being new.
  const isRemoved = known.linked !== null && before === null;
  const role = isRemoved ? null : roleOf(settings, claims, before);
  if (role === null)
    return refused(`You are not on the team of ${known.orgName}. Ask one of its owners.`);
  return {
    kind: "welcome",
    staffId: person?.id ?? null,
    email,
    isLinked: known.linked !== null,
    role,
    before,
  };
}

/** The role by the claim, else the one that they have, else the one of newcomers. */
function roleOf(
  { newcomerRole, roleClaim, roles }: SingleSignOn,
  { all }: Claims,
  before: Role | null,
): Role | null {
  if (before === "owner") return before;
  if (roleClaim === null) return before ?? newcomerRole;
  const said = Object.hasOwn(all, roleClaim) ? all[roleClaim] : undefined;
  const values: unknown[] = Array.isArray(said) ? said : [said];
  const given = roles.find(({ value, role }) => role !== "owner" && values.includes(value));
  return given?.role ?? before ?? newcomerRole;
}
