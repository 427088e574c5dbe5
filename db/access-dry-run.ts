import { requestFeedback, type RequestFeedback } from "../app/domain/access-outcomes.ts";
import { firstMatch } from "../app/domain/access-rules.ts";
import { latestRequests } from "./access-inbox.ts";
import { listRuling, type DomainLists } from "../app/domain/access-domains.ts";
import { listRules, rulingFor, type AccessRule, type Ruling } from "./access-rules.ts";
import { findStanding } from "./access-standing.ts";
import type { Reader } from "./store.ts";

/** How many past requests a rule is tried against before it is saved. */
export const TRIED_REQUESTS = 100;

/** What would happen to a request from an address now, and why. */
export interface DryRun {
  feedback: RequestFeedback | "pending";
  /** What would decide; null where the address is known, or nothing matches. */
  ruling: Ruling | null;
  /** The account that the address belongs to, or belonged to. */
  accountName: string | null;
}

/** @param freeMail whether the address is one that everybody can have, where the org asks for a work address */
export async function dryRun(db: Reader, org: { id: string; customization: DomainLists }, address: { email: string; key: string; domain: string }, freeMail: boolean, now: Date): Promise<DryRun> {
  const known = await findStanding(db, org.id, address, now);
  const ruling = known.standing === "unknown" ? await rulingFor(db, org, address, freeMail) : null;
  return { feedback: requestFeedback(known.standing, ruling?.action ?? null, freeMail), ruling, accountName: known.member?.account.name ?? null };
}

/** A past request that a new rule would have decided. */
export interface TriedRequest {
  email: string;
  createdAt: string;
  status: "pending" | "approved" | "declined" | "withdrawn";
}

/**
 * The last requests that a rule behind the others would have decided: those that it matches and that
 * neither a list of domains nor an earlier rule decides.
 * @returns them, how many were looked at, and how many of those that it matches the lists of domains decide
 */
export async function tryRule(db: Reader, org: { id: string; customization: DomainLists }, rule: Pick<AccessRule, "matches" | "pattern">): Promise<{ matched: TriedRequest[]; listed: number; tried: number }> {
  const earlier = await listRules(db, org.id);
  const requests = await latestRequests(db, org.id, TRIED_REQUESTS);
  const meant = requests.filter(({ emailKey, emailDomain }) => firstMatch([rule], { key: emailKey, domain: emailDomain }) !== null);
  const open = meant.filter(({ emailDomain }) => listRuling(org.customization, emailDomain) === null);
  const matched = open.filter(({ emailKey, emailDomain }) => firstMatch(earlier, { key: emailKey, domain: emailDomain }) === null);
  return { matched: matched.map(({ email, createdAt, status }) => ({ email, createdAt, status })), listed: meant.length - open.length, tried: requests.length };
}
