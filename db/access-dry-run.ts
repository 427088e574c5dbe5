import { requestFeedback, type RequestFeedback } from "../app/domain/access-outcomes.ts";
import { firstMatch } from "../app/domain/access-rules.ts";
import { latestRequests } from "./access-inbox.ts";
import { listRules, ruleFor, type AccessRule } from "./access-rules.ts";
import { findStanding } from "./access-standing.ts";
import type { Reader } from "./store.ts";

/** How many past requests a rule is tried against before it is saved. */
export const TRIED_REQUESTS = 100;

/** What would happen to a request from an address now, and why. */
export interface DryRun {
  feedback: RequestFeedback | "pending";
  /** The rule that would decide; null where the address is known, or no rule matches. */
  rule: AccessRule | null;
  /** The account that the address belongs to, or belonged to. */
  accountName: string | null;
}

/** @param freeMail whether the address is one that everybody can have, where the org asks for a work address */
export async function dryRun(db: Reader, orgId: string, address: { email: string; key: string; domain: string }, freeMail: boolean, now: Date): Promise<DryRun> {
  const known = await findStanding(db, orgId, address, now);
  const rule = known.standing === "unknown" ? await ruleFor(db, orgId, address) : null;
  return { feedback: requestFeedback(known.standing, rule?.action ?? null, freeMail), rule, accountName: known.member?.account.name ?? null };
}

/** A past request that a new rule would have decided. */
export interface TriedRequest {
  email: string;
  createdAt: string;
  status: "pending" | "approved" | "declined" | "withdrawn";
}

/**
 * The last requests that a rule behind the others would have decided: those that it matches and no earlier
 * rule does.
 * @returns them, and how many were looked at
 */
export async function tryRule(db: Reader, orgId: string, rule: Pick<AccessRule, "matches" | "pattern">): Promise<{ matched: TriedRequest[]; tried: number }> {
  const earlier = await listRules(db, orgId);
  const requests = await latestRequests(db, orgId, TRIED_REQUESTS);
  const matched = requests.filter(({ emailKey, emailDomain }) => {
    const address = { key: emailKey, domain: emailDomain };
    return firstMatch([rule], address) !== null && firstMatch(earlier, address) === null;
  });
  return { matched: matched.map(({ email, createdAt, status }) => ({ email, createdAt, status })), tried: requests.length };
}
