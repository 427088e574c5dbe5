import {
  requestFeedback,
  type RequestFeedback,
} from "../../access-requests/rules/access-outcomes.ts";
import { firstMatch, type RulePattern } from "../rules/access-rules.ts";
import { latestRequests } from "../../access-requests/store/known-of-request.server.ts";
import { listRuling, type DomainLists } from "../../access-requests/rules/access-domains.ts";
import {
  firstOf,
  listRules,
  ruleDecisionFor,
  type AccessRule,
  type RuleDecision,
} from "./access-rules.server.ts";
import { findAccessStatus } from "../../access-requests/store/access-status.server.ts";
import type { Reader } from "../../../../db/store.ts";

/** How many past requests a rule is tried against before it is saved. */
export const TRIED_REQUESTS = 100;

/** What would happen to a request from an address now, and why. */
export interface DryRun {
  feedback: RequestFeedback | "pending";
  /** What would decide; null where the address is known, or nothing matches. */
  ruleDecision: RuleDecision | null;
  /** The account that the address belongs to, or belonged to. */
  accountName: string | null;
}

/**
 * @param freeMail whether the address is one that everybody can have, where the org asks for a work
 *   address
 * @param rules those to ask, where they are not those in force
 */
export async function dryRun(
  db: Reader,
  org: { id: string; customization: DomainLists },
  address: { email: string; key: string; domain: string },
  freeMail: boolean,
  now: Date,
  rules?: readonly AccessRule[],
): Promise<DryRun> {
  const known = await findAccessStatus(db, org.id, address, now);
  const ruleDecision =
    known.standing === "unknown" ? await ruleDecisionFor(db, org, address, freeMail, rules) : null;
  return {
    feedback: requestFeedback(known.standing, ruleDecision?.action ?? null, freeMail),
    ruleDecision,
    accountName: known.member?.account.name ?? null,
  };
}

/** A past request that a new rule would have decided. */
export interface TriedRequest {
  email: string;
  createdAt: string;
  status: "pending" | "approved" | "declined" | "withdrawn";
}

/** What a rule would have decided of the last requests. */
export interface TriedRule {
  matched: TriedRequest[];
  /**
   * What the rule decides now and, as it would be changed, would not: rules below it decide, or
   * staff.
   */
  lost: TriedRequest[];
  /** How many of those that it matches the lists of domains decide. */
  listed: number;
  /** How many requests were looked at. */
  tried: number;
}

/**
 * The last requests that a rule would have decided: those that it matches and that neither a list
 * of domains nor an earlier rule decides. A new rule stands behind the others.
 * @param stored the rule that it changes, in whose place it stands
 */
export async function tryRule(
  db: Reader,
  org: { id: string; customization: DomainLists },
  rule: RulePattern,
  stored: AccessRule | null = null,
): Promise<TriedRule> {
  const rules = await listRules(db, org.id);
  const at = rules.findIndex(({ id }) => id === stored?.id);
  const earlier = at === -1 ? rules : rules.slice(0, at);
  const requests = await latestRequests(db, org.id, TRIED_REQUESTS);
  const meant = (by: RulePattern) =>
    requests.filter(
      ({ emailKey, emailDomain }) =>
        firstMatch([by], { key: emailKey, domain: emailDomain }) !== null,
    );
  const open = (by: RulePattern) =>
    meant(by).filter(({ emailDomain }) => listRuling(org.customization, emailDomain) === null);
  const decided = async (by: RulePattern) => {
    const left: typeof requests = [];
    for (const request of open(by)) {
      const address = { key: request.emailKey, domain: request.emailDomain };
      if ((await firstOf(db, earlier, org.id, address)) === null) left.push(request);
    }
    return left;
  };
  const matched = await decided(rule);
  const lost =
    stored === null ? [] : (await decided(stored)).filter((request) => !matched.includes(request));
  return {
    matched: matched.map(shown),
    lost: lost.map(shown),
    listed: meant(rule).length - open(rule).length,
    tried: requests.length,
  };
}

function shown({ email, createdAt, status }: TriedRequest): TriedRequest {
  return { email, createdAt, status };
}
