import {
  declineMessage,
  type DeclineOutcome,
  type RequestFeedback,
} from "#model/access-requests/access-outcomes.ts";
import { recordRuledRequest, type RequestValues } from "./access-requests.server.ts";
import { ruleActor, type AccessRule, type RuleDecision } from "./access-rules.server.ts";
import { isFreeMail } from "#model/access-rules/free-mail.ts";
import { askedProducts, hasPattern } from "#model/access-rules/access-rules.ts";
import { termsStamp } from "./access-rule-changes.server.ts";
import { createAccount } from "#auth/accounts/store/accounts.server.ts";
import { addMember, findMember, type Member } from "#auth/accounts/store/members.server.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { grantAccess, grantsInForce } from "#auth/accounts/store/grants.server.ts";
import { inOrg } from "#db/tenant.ts";

const DAY_MS = 86_400_000;

/** What came of a request for access. */
export interface RequestAnswer {
  feedback: RequestFeedback | "pending";
  /** The request that this call recorded, or the one that waits or was declined before. */
  requestId: string | null;
  /** Whether this call recorded it. */
  recorded: boolean;
  /** What a declined person reads. */
  message: string | null;
  /** Who may sign in, or whose access ended. */
  member: Member | null;
  reviewId: string | null;
}

/**
 * Whether people of one domain whom the rule lets in are colleagues: whoever has free mail shares
 * an account with nobody, unless the rule names that very domain.
 */
export function takesColleagues({ matches }: AccessRule, domain: string): boolean {
  return hasPattern(matches) || !isFreeMail(domain);
}

export async function declineByRuling(
  write: Write,
  org: { id: string; name: string },
  values: RequestValues,
  outcome: DeclineOutcome,
  { rule, by: ruler, message }: RuleDecision,
): Promise<RequestAnswer> {
  const requestId = await recordRuledRequest(write, values, {
    status: "declined",
    outcome,
    ruleId: rule?.id ?? null,
    decidedBy: ruler.actorName,
    message,
  });
  await recordAudit(
    { ...write, orgId: org.id, by: ruler },
    {
      action: "access-request.declined-by-rule",
      subject: requestId,
      detail: { email: values.email, outcome },
    },
  );
  return {
    feedback: outcome,
    requestId,
    recorded: true,
    message: message ?? declineMessage(outcome, org.name),
    member: null,
    reviewId: null,
  };
}

/**
 * Opens what the rule gives. People of one domain whom one rule let in on the same terms share an
 * account, and no other account is joined by a rule: what it gave before it was changed is not
 * given again.
 */
export async function approveByRule(
  write: Write,
  values: RequestValues,
  domain: string,
  rule: AccessRule,
): Promise<RequestAnswer> {
  const { trx, orgId, now } = write;
  const actor = ruleActor(rule);
  const byRule = { ...write, by: actor };
  const terms = termsStamp(rule);
  const sharing = inOrg(trx, orgId)
    .selectFrom("accessRequests as r")
    .innerJoin("accounts as a", (join) =>
      join.onRef("a.orgId", "=", "r.orgId").onRef("a.id", "=", "r.accountId"),
    )
    .select("a.id")
    .where("r.ruleId", "=", rule.id)
    .where("r.ruleTerms", "=", terms)
    .where("r.emailDomain", "=", domain)
    .where("r.status", "=", "approved")
    .where("a.reviewStatus", "=", "approved")
    .orderBy("r.createdAt")
    .limit(1);
  const shared = takesColleagues(rule, domain) ? await sharing.executeTakeFirst() : undefined;
  const accountId =
    shared?.id ??
    (await createAccount(byRule, { name: values.companyName, reviewStatus: "approved" }));
  const person = {
    email: values.email,
    firstName: values.firstName ?? "",
    lastName: values.lastName ?? "",
    autoApproved: true,
  };
  const memberId = await addMember(byRule, accountId, person);
  const asked = askedProducts(values);
  const expiresAt =
    rule.expiresInDays === null
      ? null
      : new Date(now.getTime() + rule.expiresInDays * DAY_MS).toISOString();
  const held = new Set(
    (await grantsInForce(trx, orgId, accountId, now, memberId)).grants.map(
      (grant) => grant.productId,
    ),
  );
  for (const productId of (rule.productIds.length > 0 ? rule.productIds : asked).filter(
    (id) => !held.has(id),
  )) {
    await grantAccess(byRule, {
      accountId,
      productId,
      profileId: rule.profileId ?? "",
      ndaRequired: rule.ndaRequired,
      expiresAt,
    });
  }
  const decision = {
    status: "approved",
    outcome: "request_approved",
    ruleId: rule.id,
    ruleTerms: terms,
    decidedBy: actor.actorName,
    message: null,
  } as const;
  const requestId = await recordRuledRequest(write, { ...values, accountId, memberId }, decision);
  await recordAudit(
    { ...write, by: actor },
    {
      action: "access-request.approved-by-rule",
      subject: requestId,
      detail: { email: values.email, accountId },
    },
  );
  return {
    feedback: "request_approved",
    requestId,
    recorded: true,
    message: null,
    member: await findMember(trx, orgId, memberId),
    reviewId: null,
  };
}
