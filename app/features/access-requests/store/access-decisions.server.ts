import {
  declineMessage,
  requestFeedback,
  type DeclineOutcome,
  type ExtensionAnswer,
  type RequestFeedback,
} from "../rules/access-outcomes.ts";
import {
  AlreadyWaiting,
  findAccessRequest,
  recordAccessRequest,
  recordRuledRequest,
  type RequestValues,
} from "./access-requests.server.ts";
import type { DomainLists } from "../rules/access-domains.ts";
import { requestsOpen } from "../forms/access-request.ts";
import type { Customization } from "../../settings/rules/customization.ts";
import {
  ruleActor,
  ruleDecisionFor,
  type AccessRule,
  type AskingAddress,
  type RuleDecision,
} from "../../access-rules/store/access-rules.server.ts";
import { isFreeMail } from "../../access-rules/rules/free-mail.ts";
import {
  askedProducts,
  hasPattern,
  type RequestFacts,
} from "../../access-rules/rules/access-rules.ts";
import { termsStamp } from "../../access-rules/store/access-rule-changes.server.ts";
import { findAccessStatus, type AddressStatus } from "./access-status.server.ts";
import { createAccount } from "../../accounts/store/accounts.server.ts";
import {
  addMember,
  findMember,
  wasRemoved,
  type Member,
} from "../../accounts/store/members.server.ts";
import { recordAudit, type Actor } from "../../audit/store/audit.server.ts";
import { grantAccess, grantsInForce } from "./grants.server.ts";
import type { Invitation } from "../../invitations/store.server.ts";
import type { Reader, Writer } from "../../../../db/store.ts";

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

interface AskedOrg {
  id: string;
  name: string;
  customization: DomainLists & Pick<Customization, "accessRequestsEnabled" | "publicAccessLevel">;
}

interface Asker {
  address: { email: string; key: string; domain: string };
  freeMail: boolean;
  /** The signed-in member who asks for more, if it is one. */
  viewer: { accountId: string; memberId: string } | null;
  /** Who invited the person, and into which account staff may let them. */
  invitation: Pick<Invitation, "accountId" | "inviter"> | null;
}

/**
 * Takes a request for access: answers at once what is known already or what a rule decides, or
 * records a request that waits for staff. Fifty at once record one. Where nobody but the invited
 * may ask, no rule lets them in: members invite, and staff decide.
 */
export async function submitAccessRequest(
  trx: Writer,
  org: AskedOrg,
  asked: RequestValues,
  { address, freeMail, viewer, invitation }: Asker,
  by: Actor,
  now: Date,
): Promise<RequestAnswer> {
  const values = invitation === null ? asked : { ...asked, invitedBy: invitation.inviter.email };
  const known = await findAccessStatus(trx, org.id, address, now, values.productId ?? null);
  const isOwnAccount = viewer !== null && known.member?.accountId === viewer.accountId;
  if (known.standing === "active" && isOwnAccount) {
    if (known.request !== null)
      return { ...answerOf("pending_request", known), requestId: known.request.id };
    return recordWaiting(trx, org.id, { ...values, ...viewer }, freeMail, by, now);
  }
  const { standing, ruleDecision } = await ruleDecisionNow(
    trx,
    org,
    { ...address, facts: factsOf(values) },
    freeMail,
    known,
  );
  const waits = ruleDecision?.action === "approve" && !requestsOpen(org.customization);
  const feedback = waits
    ? "pending"
    : requestFeedback(standing, ruleDecision?.action ?? null, freeMail);
  // An invitation gives nothing by itself: staff find the inviter's account chosen when they let
  // somebody in.
  if (feedback === "pending")
    return recordWaiting(
      trx,
      org.id,
      invitation === null ? values : { ...values, accountId: invitation.accountId },
      freeMail,
      by,
      now,
    );
  if (ruleDecision === null)
    return {
      ...answerOf(feedback, known),
      message: known.request?.message ?? defaultMessage(feedback, org.name),
    };
  if (
    feedback === "request_approved" &&
    (await wasSentAway(trx, org.id, address, ruleDecision.rule, now))
  )
    return recordWaiting(trx, org.id, values, freeMail, by, now);
  if (feedback === "request_approved" && ruleDecision.rule !== null)
    return approveByRule(
      trx,
      org.id,
      { ...values, freeMail },
      address.domain,
      ruleDecision.rule,
      by,
      now,
    );
  return declineByRuling(
    trx,
    org,
    { ...values, freeMail },
    feedback as DeclineOutcome,
    ruleDecision,
    by,
    now,
  );
}

/** What the form said of the person, as rules look at it. */
function factsOf({ relationship, country, productId, productIds }: RequestValues): RequestFacts {
  return {
    relationship: relationship ?? null,
    country: country ?? null,
    productIds: askedProducts({ productId, productIds }),
  };
}

/**
 * Where an address stands by the rules and lists of now: what one of them declined is judged anew
 * once it declines no more, while a decision of staff's stands.
 */
export async function ruleDecisionNow(
  db: Reader,
  org: { id: string; customization: DomainLists },
  address: AskingAddress & { email: string },
  freeMail: boolean,
  known: AddressStatus,
): Promise<{ standing: AddressStatus["standing"]; ruleDecision: RuleDecision | null }> {
  const byRule =
    known.request?.status === "declined" &&
    known.request.outcome !== null &&
    known.request.outcome !== "request_declined";
  if (known.standing !== "unknown" && !byRule)
    return { standing: known.standing, ruleDecision: null };
  const ruleDecision = await ruleDecisionFor(db, org, address, freeMail);
  if (known.standing === "unknown" || ruleDecision === null || ruleDecision.action === "approve")
    return { standing: "unknown", ruleDecision };
  return { standing: known.standing, ruleDecision: null };
}

/**
 * Whether staff took access away from this person, or from an account that the rule let their
 * colleagues into, on whatever terms: no rule gives it back.
 */
async function wasSentAway(
  db: Reader,
  orgId: string,
  address: Asker["address"],
  rule: AccessRule | null,
  now: Date,
): Promise<boolean> {
  if (await wasRemoved(db, orgId, address)) return true;
  let query = db
    .selectFrom("accessRequests")
    .select("accountId")
    .distinct()
    .where("orgId", "=", orgId)
    .where("ruleId", "=", rule?.id ?? null)
    .where("emailDomain", "=", address.domain)
    .where("status", "=", "approved");
  if (rule !== null && !takesColleagues(rule, address.domain))
    query = query.where("emailKey", "=", address.key);
  for (const { accountId } of await query.execute()) {
    if (accountId === null || (await grantsInForce(db, orgId, accountId, now)).grants.length > 0)
      continue;
    const revoked = await db
      .selectFrom("grants")
      .select("id")
      .where("orgId", "=", orgId)
      .where("accountId", "=", accountId)
      .where("revokedAt", "is not", null)
      .limit(1)
      .executeTakeFirst();
    if (revoked !== undefined) return true;
  }
  return false;
}

/**
 * Whether people of one domain whom the rule lets in are colleagues: whoever has free mail shares
 * an account with nobody, unless the rule names that very domain.
 */
function takesColleagues({ matches }: AccessRule, domain: string): boolean {
  return hasPattern(matches) || !isFreeMail(domain);
}

async function recordWaiting(
  trx: Writer,
  orgId: string,
  values: RequestValues,
  freeMail: boolean,
  by: Actor,
  now: Date,
): Promise<RequestAnswer> {
  const nothing = { requestId: null, recorded: false, message: null, member: null, reviewId: null };
  try {
    return {
      ...nothing,
      feedback: "pending",
      requestId: await recordAccessRequest(trx, orgId, { ...values, freeMail }, by, now),
      recorded: true,
    };
  } catch (error) {
    if (error instanceof AlreadyWaiting) return { ...nothing, feedback: "unique_violation" };
    throw error;
  }
}

async function declineByRuling(
  trx: Writer,
  org: { id: string; name: string },
  values: RequestValues,
  outcome: DeclineOutcome,
  { rule, by: ruler, message }: RuleDecision,
  by: Actor,
  now: Date,
): Promise<RequestAnswer> {
  const requestId = await recordRuledRequest(
    trx,
    org.id,
    values,
    { status: "declined", outcome, ruleId: rule?.id ?? null, decidedBy: ruler.actorName, message },
    by,
    now,
  );
  await recordAudit(trx, {
    orgId: org.id,
    by: ruler,
    action: "access-request.declined-by-rule",
    subject: requestId,
    detail: { email: values.email, outcome },
    now,
  });
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
async function approveByRule(
  trx: Writer,
  orgId: string,
  values: RequestValues,
  domain: string,
  rule: AccessRule,
  by: Actor,
  now: Date,
): Promise<RequestAnswer> {
  const actor = ruleActor(rule);
  const terms = termsStamp(rule);
  const sharing = trx
    .selectFrom("accessRequests as r")
    .innerJoin("accounts as a", (join) =>
      join.onRef("a.orgId", "=", "r.orgId").onRef("a.id", "=", "r.accountId"),
    )
    .select("a.id")
    .where("r.orgId", "=", orgId)
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
    (await createAccount(
      trx,
      orgId,
      { name: values.companyName, reviewStatus: "approved" },
      actor,
      now,
    ));
  const person = {
    email: values.email,
    firstName: values.firstName ?? "",
    lastName: values.lastName ?? "",
    autoApproved: true,
  };
  const memberId = await addMember(trx, orgId, accountId, person, actor, now);
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
    await grantAccess(
      trx,
      orgId,
      {
        accountId,
        productId,
        profileId: rule.profileId ?? "",
        ndaRequired: rule.ndaRequired,
        expiresAt,
      },
      actor,
      now,
    );
  }
  const decision = {
    status: "approved",
    outcome: "request_approved",
    ruleId: rule.id,
    ruleTerms: terms,
    decidedBy: actor.actorName,
    message: null,
  } as const;
  const requestId = await recordRuledRequest(
    trx,
    orgId,
    { ...values, accountId, memberId },
    decision,
    by,
    now,
  );
  await recordAudit(trx, {
    orgId,
    by: actor,
    action: "access-request.approved-by-rule",
    subject: requestId,
    detail: { email: values.email, accountId },
    now,
  });
  return {
    feedback: "request_approved",
    requestId,
    recorded: true,
    message: null,
    member: await findMember(trx, orgId, memberId),
    reviewId: null,
  };
}

/**
 * Asks for an account whose access ended to be let in again.
 * @param reviewId the account's earlier request, or the member where there was none
 * @param from who asks, from where, and what they need, in their own words
 */
export async function extendAccess(
  trx: Writer,
  orgId: string,
  reviewId: string,
  {
    note = null,
    ...from
  }: { ip: string | null; userAgent: string | null; host: string; note?: string | null },
  now: Date,
): Promise<{ answer: ExtensionAnswer; email: string | null; requestId: string | null }> {
  const { request, member } = await reviewed(trx, orgId, reviewId);
  const failed = (answer: ExtensionAnswer, email: string | null = null) => ({
    answer,
    email,
    requestId: null,
  });
  if (member === null) return failed("error");
  const { grants } = await grantsInForce(trx, orgId, member.accountId, now, member.id);
  if (grants.length > 0) return failed("already-has-access", member.email);
  if (member.account.reviewStatus !== "approved")
    return failed(member.account.reviewStatus === "pending" ? "already-requested" : "error");
  const values: RequestValues = {
    ...(request === null
      ? {
          email: member.email,
          companyName: member.account.name,
          firstName: member.firstName,
          lastName: member.lastName,
        }
      : { ...request, email: member.email }),
    kind: "extension",
    note,
    accountId: member.accountId,
    memberId: member.id,
    source: "extend-access",
    ...from,
  };
  const by: Actor = {
    actor: "visitor",
    actorName: `${member.firstName} ${member.lastName}`.trim() || member.email,
    ip: from.ip,
  };
  try {
    return {
      answer: "success",
      email: member.email,
      requestId: await recordAccessRequest(trx, orgId, values, by, now),
    };
  } catch (error) {
    if (error instanceof AlreadyWaiting) return failed("already-requested", member.email);
    throw error;
  }
}

/** Whom a reviewId is about. */
async function reviewed(db: Reader, orgId: string, reviewId: string) {
  const request = await findAccessRequest(db, orgId, reviewId);
  if (request === null) return { request, member: await findMember(db, orgId, reviewId) };
  if (request.accountId === null) return { request, member: null };
  const members = db
    .selectFrom("members")
    .select(["id", "email"])
    .where("orgId", "=", orgId)
    .where("accountId", "=", request.accountId)
    .where("removedAt", "is", null);
  const rows = await members.execute();
  const own =
    rows.find((row) => row.id === request.memberId) ??
    rows.find((row) => row.email === request.email);
  return { request, member: own === undefined ? null : await findMember(db, orgId, own.id) };
}

function answerOf(feedback: RequestFeedback, known: AddressStatus): RequestAnswer {
  return {
    feedback,
    requestId: known.request?.id ?? null,
    recorded: false,
    message: null,
    member: known.member,
    reviewId: known.reviewId,
  };
}

function defaultMessage(feedback: RequestFeedback, orgName: string): string | null {
  return feedback.startsWith("request_declined") || feedback === "request_access_auto_declined"
    ? declineMessage(feedback as DeclineOutcome, orgName)
    : null;
}
