import type { DeclineOutcome } from "#model/access-requests/access-outcomes.ts";
import { type AccessRequest } from "./access-requests.server.ts";
import { addRule } from "./access-rules.server.ts";
import { createAccount, findAccount, type Account } from "#auth/accounts/store/accounts.server.ts";
import { addMember } from "#auth/accounts/store/members.server.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { grantAccess, grantsInForce } from "#auth/accounts/store/grants.server.ts";
import { announceRequest } from "./request-events.server.ts";
import { isoNow } from "#db/ids.ts";
import { NotFound } from "#db/refusals.ts";
import { inOrg } from "#db/tenant.ts";
import {
  type Approval,
  mustWait,
  type Before,
  beforeSchema,
  decide,
  keepReview,
} from "./review-records.server.ts";

/** What a decision made, for its mail. */
export interface Decided {
  reviewId: string;
  request: AccessRequest;
  /** What it says of the request from now on. */
  outcome: "request_approved" | DeclineOutcome;
}

/** What an approval made. */
export interface Approved extends Decided {
  accountId: string;
  memberId: string;
  /** The chosen products that the account had, which stay as they were. */
  kept: string[];
}

/**
 * Lets somebody in: into an account, with a profile in each product, from now on. What the person
 * may see counts at once; the mail that says so is held, so that an undo takes back both.
 * @throws NotFound when request, account, profile or product is not the org's; DecidedAlready
 */
export async function approveRequest(
  write: Write,
  requestId: string,
  approval: Approval,
): Promise<Approved> {
  const { trx, orgId, now } = write;
  const request = await mustWait(trx, orgId, requestId);
  const before: Before = beforeSchema.parse({
    requestAccountId: request.accountId,
    requestMemberId: request.memberId,
  });
  const accountId = await accountFor(write, approval, before);
  const memberId = await memberFor(write, accountId, request, before);
  // What an account has that was declined, or waited, is nothing that it had in force.
  const isNew = before.accountCreated !== null || before.accountStatus !== null;
  const inForce = isNew ? [] : (await grantsInForce(trx, orgId, accountId, now, memberId)).grants;
  const held = inForce
    .filter(
      ({ expiresAt }) =>
        !approval.replaceHeld ||
        // Who asked for more time is never given less.
        (request.kind === "extension" && endsNoSooner(expiresAt, approval.expiresAt)),
    )
    .map((grant) => grant.productId);
  const chosen = [...new Set(approval.productIds)];
  const kept = chosen.filter((productId) => held.includes(productId));
  for (const productId of chosen.filter((id) => !held.includes(id))) {
    const replaced = await inOrg(trx, orgId)
      .selectFrom("grants")
      .select("id")
      .where("accountId", "=", accountId)
      .where("productId", "=", productId)
      .where("revokedAt", "is", null)
      .execute();
    const { profileId, ndaRequired, expiresAt } = approval;
    before.grantIds.push(
      await grantAccess(write, { accountId, productId, profileId, ndaRequired, expiresAt }),
    );
    before.replacedGrantIds.push(...replaced.map((grant) => grant.id));
  }
  await decide(write, request, {
    status: "approved",
    outcome: "request_approved",
    accountId,
    memberId,
    message: approval.message,
  });
  const reviewId = await keepReview(write, request.id, "approved", before);
  await recordAudit(write, {
    action: "access-request.approved",
    subject: request.id,
    detail: {
      email: request.email,
      accountId,
      profileId: approval.profileId,
      expiresAt: approval.expiresAt,
      ndaRequired: approval.ndaRequired,
      ...(kept.length > 0 ? { kept: kept.join(" ") } : {}),
    },
  });
  await announceRequest(write, "request.decided", request, {
    status: "approved",
    decidedBy: "team",
  });
  return { reviewId, request, outcome: "request_approved", accountId, memberId, kept };
}

/** Whether an end is as late as another one. @param end ISO time; null: never */
function endsNoSooner(end: string | null, other: string | null): boolean {
  return end === null || (other !== null && end >= other);
}

/**
 * Turns somebody away, with words for the person.
 * @param options.block refuses the whole domain from now on, by a rule that the others follow
 * @throws NotFound; DecidedAlready
 */
export async function declineRequest(
  write: Write,
  requestId: string,
  { message, thirdParty, block }: { message: string | null; thirdParty: boolean; block: boolean },
): Promise<Decided> {
  const { trx, orgId } = write;
  const request = await mustWait(trx, orgId, requestId);
  const before: Before = beforeSchema.parse({
    requestAccountId: request.accountId,
    requestMemberId: request.memberId,
  });
  const outcome = block
    ? "request_declined_blocked_domain"
    : thirdParty
      ? "request_declined_third_party"
      : "request_declined";
  if (block) {
    // The words are for this person alone; everybody else of the domain reads the usual ones.
    const rule = {
      matches: "domain",
      pattern: request.emailDomain,
      action: "block",
      profileId: null,
      productIds: [],
      expiresInDays: null,
      ndaRequired: false,
      message: null,
      note: `With the request from ${request.email}`,
    } as const;
    before.ruleId = await addRule(write, { ...rule, productIds: [] });
  }
  const account =
    request.accountId === null ? null : await findAccount(trx, orgId, request.accountId);
  if (account?.reviewStatus === "pending") await reviewAccount(write, account, "declined", before);
  await decide(write, request, {
    status: "declined",
    outcome,
    accountId: request.accountId,
    memberId: request.memberId,
    message,
  });
  const reviewId = await keepReview(write, request.id, "declined", before);
  await recordAudit(write, {
    action: "access-request.declined",
    subject: request.id,
    detail: { email: request.email, outcome },
  });
  await announceRequest(write, "request.decided", request, {
    status: "declined",
    decidedBy: "team",
  });
  return { reviewId, request, outcome };
}

async function accountFor(write: Write, { account }: Approval, before: Before): Promise<string> {
  const { trx, orgId } = write;
  if ("name" in account) {
    before.accountCreated = await createAccount(write, {
      name: account.name,
      reviewStatus: "approved",
    });
    return before.accountCreated;
  }
  const found = await findAccount(trx, orgId, account.id);
  if (found === null) throw new NotFound("account");
  if (found.reviewStatus !== "approved") await reviewAccount(write, found, "approved", before);
  return found.id;
}

async function reviewAccount(
  { trx, orgId, by, now }: Write,
  account: Account,
  reviewStatus: "approved" | "declined",
  before: Before,
): Promise<void> {
  before.accountStatus = account.reviewStatus;
  await inOrg(trx, orgId)
    .updateTable("accounts")
    .set({ reviewStatus, reviewedAt: isoNow(now), reviewedBy: by.actorName })
    .where("id", "=", account.id)
    .execute();
}

/** The member that the person is in the account: the one of that address, or a new one. */
async function memberFor(
  write: Write,
  accountId: string,
  request: AccessRequest,
  before: Before,
): Promise<string> {
  const { trx, orgId } = write;
  const there = await inOrg(trx, orgId)
    .selectFrom("members")
    .select("id")
    .where("accountId", "=", accountId)
    .where("email", "=", request.email)
    .where("removedAt", "is", null)
    .executeTakeFirst();
  if (there !== undefined) return there.id;
  const { email, firstName, lastName } = request;
  before.memberAdded = await addMember(write, accountId, {
    email,
    firstName,
    lastName,
  });
  return before.memberAdded;
}
