import {
  declineMessage,
  requestFeedback,
  type DeclineOutcome,
  type RequestFeedback,
} from "#model/access-requests/access-outcomes.ts";
import {
  AlreadyWaiting,
  recordAccessRequest,
  type RequestValues,
} from "./access-requests.server.ts";
import type { DomainLists } from "#model/access-requests/access-domains.ts";
import { requestsOpen } from "../forms/access-request.ts";
import type { Customization } from "#model/settings/customization.ts";
import {
  ruleDecisionFor,
  type AccessRule,
  type AskingAddress,
  type RuleDecision,
} from "./access-rules.server.ts";
import { askedProducts, type RequestFacts } from "#model/access-rules/access-rules.ts";
import { findAccessStatus, type AddressStatus } from "./access-status.server.ts";
import { wasRemoved } from "#auth/accounts/store/members.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { grantsInForce } from "#auth/accounts/store/grants.server.ts";
import type { Invitation } from "./invitations.server.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import {
  type RequestAnswer,
  approveByRule,
  declineByRuling,
  takesColleagues,
} from "./access-rulings.server.ts";

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
  write: Write,
  org: AskedOrg,
  asked: RequestValues,
  { address, freeMail, viewer, invitation }: Asker,
): Promise<RequestAnswer> {
  const { trx, now } = write;
  const values = invitation === null ? asked : { ...asked, invitedBy: invitation.inviter.email };
  const known = await findAccessStatus(trx, org.id, address, now, values.productId ?? null);
  const isOwnAccount = viewer !== null && known.member?.accountId === viewer.accountId;
  if (known.standing === "active" && isOwnAccount) {
    if (known.request !== null)
      return { ...answerOf("pending_request", known), requestId: known.request.id };
    return recordWaiting(write, { ...values, ...viewer }, freeMail);
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
      write,
      invitation === null ? values : { ...values, accountId: invitation.accountId },
      freeMail,
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
    return recordWaiting(write, values, freeMail);
  if (feedback === "request_approved" && ruleDecision.rule !== null)
    return approveByRule(write, { ...values, freeMail }, address.domain, ruleDecision.rule);
  return declineByRuling(
    write,
    org,
    { ...values, freeMail },
    feedback as DeclineOutcome,
    ruleDecision,
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
  let query = inOrg(db, orgId)
    .selectFrom("accessRequests")
    .select("accountId")
    .distinct()
    .where("ruleId", "=", rule?.id ?? null)
    .where("emailDomain", "=", address.domain)
    .where("status", "=", "approved");
  if (rule !== null && !takesColleagues(rule, address.domain))
    query = query.where("emailKey", "=", address.key);
  for (const { accountId } of await query.execute()) {
    if (accountId === null || (await grantsInForce(db, orgId, accountId, now)).grants.length > 0)
      continue;
    const revoked = await inOrg(db, orgId)
      .selectFrom("grants")
      .select("id")
      .where("accountId", "=", accountId)
      .where("revokedAt", "is not", null)
      .limit(1)
      .executeTakeFirst();
    if (revoked !== undefined) return true;
  }
  return false;
}

async function recordWaiting(
  write: Write,
  values: RequestValues,
  freeMail: boolean,
): Promise<RequestAnswer> {
  const nothing = { requestId: null, recorded: false, message: null, member: null, reviewId: null };
  try {
    return {
      ...nothing,
      feedback: "pending",
      requestId: await recordAccessRequest(write, { ...values, freeMail }),
      recorded: true,
    };
  } catch (error) {
    if (error instanceof AlreadyWaiting) return { ...nothing, feedback: "unique_violation" };
    throw error;
  }
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
