import { requestFeedback, type RequestFeedback } from "#model/access-requests/access-outcomes.ts";
import {
  askedProducts,
  NO_CONDITIONS,
  type RequestFacts,
  type RulePattern,
} from "#model/access-rules/access-rules.ts";
import { latestRequests } from "#access/access-requests/store/known-of-request.server.ts";
import { listRuling, type DomainLists } from "#model/access-requests/access-domains.ts";
import {
  firstOf,
  listRules,
  ruleDecisionFor,
  type AccessRule,
  type RuleDecision,
} from "#access/access-requests/store/access-rules.server.ts";
import { findAccessStatus } from "#access/access-requests/store/access-status.server.ts";
import type { Reader } from "#db/store.ts";

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
 * @param asked.freeMail whether the address is one that everybody can have, where the org asks for a
 *   work address
 * @param asked.rules those to ask, where they are not those in force
 */
export async function dryRun(
  db: Reader,
  org: { id: string; customization: DomainLists },
  address: { email: string; key: string; domain: string; facts?: RequestFacts | undefined },
  { freeMail, now, rules }: { freeMail: boolean; now: Date; rules?: readonly AccessRule[] },
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
  const asker = (request: (typeof requests)[number]) => ({
    key: request.emailKey,
    domain: request.emailDomain,
    facts: {
      relationship: request.relationship,
      country: request.country,
      productIds: askedProducts(request),
    },
  });
  const meant = async (by: RulePattern) => {
    const alone = [tried(by)];
    const taken: typeof requests = [];
    for (const request of requests)
      if ((await firstOf(db, alone, org.id, asker(request))) !== null) taken.push(request);
    return taken;
  };
  const isOpen = ({ emailDomain }: (typeof requests)[number]) =>
    listRuling(org.customization, emailDomain) === null;
  const undecided = async (by: readonly (typeof requests)[number][]) => {
    const left: typeof requests = [];
    for (const request of by.filter(isOpen))
      if ((await firstOf(db, earlier, org.id, asker(request))) === null) left.push(request);
    return left;
  };
  const byRule = await meant(rule);
  const matched = await undecided(byRule);
  const lost =
    stored === null
      ? []
      : (await undecided(await meant(stored))).filter((request) => !matched.includes(request));
  return {
    matched: matched.map(shown),
    lost: lost.map(shown),
    listed: byRule.filter((request) => !isOpen(request)).length,
    tried: requests.length,
  };
}

/** A rule that is not saved, to be asked by itself: what it would do is another matter. */
function tried(by: RulePattern): AccessRule {
  return {
    ...NO_CONDITIONS,
    ...by,
    id: "",
    position: 0,
    action: "decline",
    profileId: null,
    productIds: [],
    expiresInDays: null,
    ndaRequired: false,
    message: null,
    note: null,
  };
}

function shown({ email, createdAt, status }: TriedRequest): TriedRequest {
  return { email, createdAt, status };
}
