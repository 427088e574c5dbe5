import { revokeMemberKeys } from "#auth/access-keys/store/member-keys.server.ts";
import { announceRequest } from "./request-events.server.ts";
import { UNDO_SECONDS } from "../forms/review-forms.ts";
import { findAccessRequest, type AccessRequest } from "./access-requests.server.ts";
import { beforeSchema, lastReview, type Before } from "./review-records.server.ts";
import { findRule } from "./access-rules.server.ts";
import { endRule } from "./access-rule-changes.server.ts";
import { endApprovalLinks } from "#auth/store/sign-in-links.server.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import { withdrawMail } from "#platform/mail/store/outbox.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Writer } from "#db/store.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * Takes a decision back while its mail is held: the request waits again, and what was given is
 * gone.
 * @throws NotFound for a request without such a decision; Refused when it is too late
 */
export async function undoReview(write: Write, requestId: string): Promise<void> {
  const { trx, orgId, by, now } = write;
  const review = await lastReview(trx, orgId, requestId);
  const request = await findAccessRequest(trx, orgId, requestId);
  if (review === null || request === null) throw new NotFound("decision");
  const tooLate = new Refused(
    `A decision can be undone for ${UNDO_SECONDS} seconds. This one is final, and its email is on its way.`,
  );
  if (review.holdUntil <= isoNow(now)) throw tooLate;
  const other = await inOrg(trx, orgId)
    .selectFrom("accessRequests")
    .select("id")
    .where("pendingKey", "=", request.emailKey)
    .executeTakeFirst();
  if (other !== undefined)
    throw new Refused("The person has sent another request since. Decide on that one.");
  const before = beforeSchema.parse(JSON.parse(review.beforeJson));
  await mustBeAlone(trx, orgId, before);
  if (review.mailId !== null && !(await withdrawMail(write, review.mailId))) throw tooLate;
  await inOrg(trx, orgId)
    .updateTable("accessReviews")
    .set({ undoneAt: isoNow(now), undoneBy: by.actorName })
    .where("id", "=", review.id)
    .execute();

  await inOrg(trx, orgId)
    .updateTable("accessRequests")
    .set({
      status: "pending",
      pendingKey: request.emailKey,
      decidedAt: null,
      decidedBy: null,
      outcome: null,
      message: null,
      holdUntil: null,
      accountId: before.requestAccountId,
      memberId: before.requestMemberId,
    })
    .where("id", "=", requestId)
    .execute();
  await putBack(write, request, before);
  await noteEntries(write, "requests", [requestId]);
  if (request.accountId !== null) await noteEntries(write, "accounts", [request.accountId]);
  await endApprovalLinks(write, { requestId });
  await recordAudit(write, {
    action: "access-request.decision-undone",
    subject: requestId,
    detail: { email: request.email, decision: review.decision },
  });
  await announceRequest(write, "request.reopened", request, { status: "pending" });
}

/**
 * Takes back what somebody decided in one go, all or none.
 * @param at the moment of the decisions
 * @returns how many there were
 * @throws NotFound when there is none; Refused when it is too late for one of them
 */
export async function undoReviews(write: Write, at: string): Promise<number> {
  const { trx, orgId, by } = write;
  const reviews = await inOrg(trx, orgId)
    .selectFrom("accessReviews")
    .select(["requestId", "beforeJson"])
    .where("at", "=", at)
    .where("by", "=", by.actor)
    .where("undoneAt", "is", null)
    .orderBy("id")
    .execute();
  if (reviews.length === 0) throw new NotFound("decision");
  // An account goes after those who followed the first person into it.
  const made = ({ beforeJson }: { beforeJson: string }) =>
    beforeSchema.parse(JSON.parse(beforeJson)).accountCreated === null ? 0 : 1;
  for (const { requestId } of reviews.toSorted((a, b) => made(a) - made(b)))
    await undoReview(write, requestId);
  return reviews.length;
}

/**
 * An account that a decision made goes with it, unless others were let into it since: they would
 * lose what they have.
 * @throws Refused
 */
async function mustBeAlone(trx: Writer, orgId: string, before: Before): Promise<void> {
  if (before.accountCreated === null) return;
  const other = await inOrg(trx, orgId)
    .selectFrom("members")
    .select("id")
    .where("accountId", "=", before.accountCreated)
    .where("removedAt", "is", null)
    .where("id", "!=", before.memberAdded ?? "")
    .limit(1)
    .executeTakeFirst();
  if (other !== undefined)
    throw new Refused(
      "Other people have been approved for this account since. Undo those decisions first.",
    );
}

async function putBack(write: Write, request: AccessRequest, before: Before): Promise<void> {
  const { trx, orgId, by, now } = write;
  const grants = () => inOrg(trx, orgId).updateTable("grants");
  if (before.grantIds.length > 0)
    await grants()
      .set({ revokedAt: isoNow(now), revokedBy: by.actorName })
      .where("id", "in", before.grantIds)
      .execute();
  if (before.replacedGrantIds.length > 0)
    await grants()
      .set({ revokedAt: null, revokedBy: null })
      .where("id", "in", before.replacedGrantIds)
      .execute();
  // Staff may have removed the rule that came with the decision already.
  if (before.ruleId !== null && (await findRule(trx, orgId, before.ruleId)) !== null)
    await endRule(write, before.ruleId);
  if (before.memberAdded !== null) {
    await inOrg(trx, orgId)
      .updateTable("members")
      .set({ removedAt: isoNow(now), removedBy: by.actorName })
      .where("id", "=", before.memberAdded)
      .execute();
    await revokeMemberKeys(write, [before.memberAdded]);
  }
  if (before.accountStatus !== null && request.accountId !== null)
    await inOrg(trx, orgId)
      .updateTable("accounts")
      .set({ reviewStatus: before.accountStatus })
      .where("id", "=", request.accountId)
      .execute();
  if (before.accountCreated === null) return;
  const signed = await inOrg(trx, orgId)
    .selectFrom("ndaSignatures")
    .select("id")
    .where("accountId", "=", before.accountCreated)
    .limit(1)
    .executeTakeFirst();
  // An account that somebody signed an NDA for in these seconds stays, empty: the signature is a
  // record.
  if (signed !== undefined) return;
  await inOrg(trx, orgId)
    .updateTable("accessRequests")
    .set({ accountId: null, memberId: null })
    .where("accountId", "=", before.accountCreated)
    .execute();
  const questionnaires = await inOrg(trx, orgId)
    .updateTable("questionnaires")
    .set({ accountId: null })
    .where("accountId", "=", before.accountCreated)
    .returning("id")
    .execute();
  await noteEntries(
    write,
    "questionnaires",
    questionnaires.map(({ id }) => id),
  );
  await inOrg(trx, orgId).deleteFrom("accounts").where("id", "=", before.accountCreated).execute();
}
