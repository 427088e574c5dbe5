import { announceRequest } from "./request-events.server.ts";
import { findAccessRequest } from "./access-requests.server.ts";
import { beforeSchema, lastReview } from "./review-records.server.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * Lets a declined request wait once more, whoever or whatever declined it: staff, a rule, a list of
 * domains. What was blocked with it stays blocked, and the person is told nothing before the next
 * decision.
 * @throws NotFound; Refused when it is not declined, can still be undone, or another request of the
 *   person waits
 */
export async function reopenRequest(write: Write, requestId: string): Promise<void> {
  const { trx, orgId, now } = write;
  const request = await findAccessRequest(trx, orgId, requestId);
  if (request === null) throw new NotFound("access request");
  if (request.status === "pending") throw new Refused("This request is already pending.");
  if (request.status !== "declined")
    throw new Refused(
      `Only a declined request can be opened again. This one is ${request.status}.`,
    );
  const review = await lastReview(trx, orgId, requestId);
  const declined = review !== null && review.decision === "declined" ? review : null;
  if (declined !== null && declined.holdUntil > isoNow(now))
    throw new Refused(
      "You can still undo this decision. Undo it instead, and no email will be sent.",
    );
  const other = await inOrg(trx, orgId)
    .selectFrom("accessRequests")
    .select("id")
    .where("pendingKey", "=", request.emailKey)
    .executeTakeFirst();
  if (other !== undefined)
    throw new Refused("The person has sent another request since. Decide on that one.");

  await inOrg(trx, orgId)
    .updateTable("accessRequests")
    .set({
      status: "pending",
      pendingKey: request.emailKey,
      decidedAt: null,
      decidedBy: null,
      outcome: null,
      message: null,
      ruleId: null,
      holdUntil: null,
      askedAt: null,
    })
    .where("id", "=", requestId)
    .execute();
  // It waits for staff: what its sender was asked before the decision is not waited for any more.
  await inOrg(trx, orgId)
    .updateTable("requestQuestions")
    .set({ closedAt: isoNow(now) })
    .where("requestId", "=", requestId)
    .where("answer", "is", null)
    .where("closedAt", "is", null)
    .execute();
  // An account that was declined with its request waits with it again.
  if (
    request.accountId !== null &&
    (declined === null ||
      beforeSchema.parse(JSON.parse(declined.beforeJson)).accountStatus === "pending")
  ) {
    const account = { reviewStatus: "pending", reviewedAt: null, reviewedBy: null } as const;
    await inOrg(trx, orgId)
      .updateTable("accounts")
      .set(account)
      .where("id", "=", request.accountId)
      .where("reviewStatus", "=", "declined")
      .execute();
  }
  await noteEntries(write, "requests", [requestId]);
  if (request.accountId !== null) await noteEntries(write, "accounts", [request.accountId]);
  await recordAudit(write, {
    action: "access-request.reopened",
    subject: requestId,
    detail: { email: request.email, outcome: request.outcome, decidedBy: request.decidedBy },
  });
  await announceRequest(write, "request.reopened", request, { status: "pending" });
}
