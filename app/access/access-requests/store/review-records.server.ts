import * as z from "zod";
import { UNDO_SECONDS } from "../forms/review-forms.ts";
import { findAccessRequest, type AccessRequest } from "./access-requests.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { AccessReviewsTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** What an approval gives. */
export interface Approval {
  /** An account of the org, or the name of a new one. */
  account: { id: string } | { name: string };
  profileId: string;
  productIds: readonly string[];
  /** ISO time; null: for good. */
  expiresAt: string | null;
  ndaRequired: boolean;
  /**
   * Gives what is chosen in products that the account may read already, too; else those stay as
   * they are.
   */
  replaceHeld: boolean;
  message: string | null;
}

/** What an undo takes back: rows that the decision made, and those that it replaced. */
export const beforeSchema = z.object({
  accountCreated: z.string().nullable().default(null),
  memberAdded: z.string().nullable().default(null),
  grantIds: z.array(z.string()).default([]),
  replacedGrantIds: z.array(z.string()).default([]),
  ruleId: z.string().nullable().default(null),
  requestAccountId: z.string().nullable().default(null),
  requestMemberId: z.string().nullable().default(null),
  accountStatus: z.enum(["pending", "approved", "declined"]).nullable().default(null),
});

export type Before = z.infer<typeof beforeSchema>;

/** Somebody of the team was faster: the message says who. */
export class DecidedAlready extends Refused {}

/** Ties the decision's mail to it, so that an undo calls it back. */
export async function attachDecisionMail(
  trx: Writer,
  orgId: string,
  reviewId: string,
  mailId: string,
): Promise<void> {
  await inOrg(trx, orgId)
    .updateTable("accessReviews")
    .set({ mailId })
    .where("id", "=", reviewId)
    .execute();
}

/** The last decision of staff about a request that was not undone, or null. */
export async function lastReview(
  db: Reader,
  orgId: string,
  requestId: string,
): Promise<AccessReviewsTable | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("accessReviews")
    .selectAll()
    .where("requestId", "=", requestId)
    .where("undoneAt", "is", null)
    .orderBy("at", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function mustWait(
  trx: Writer,
  orgId: string,
  requestId: string,
): Promise<AccessRequest> {
  const request = await findAccessRequest(trx, orgId, requestId);
  if (request === null) throw new NotFound("access request");
  if (request.status === "pending") return request;
  if (request.status === "withdrawn")
    throw new DecidedAlready("The person has withdrawn this request.");
  throw new DecidedAlready(
    `${request.decidedBy ?? "Someone"} has already ${request.status} this request.`,
  );
}

export async function decide(
  { trx, orgId, by, now }: Write,
  request: AccessRequest,
  decision: Pick<AccessRequest, "status" | "outcome" | "accountId" | "memberId" | "message">,
): Promise<void> {
  await inOrg(trx, orgId)
    .updateTable("accessRequests")
    .set({
      ...decision,
      decidedAt: isoNow(now),
      decidedBy: by.actorName,
      pendingKey: null,
      holdUntil: heldUntil(now).toISOString(),
    })
    .where("id", "=", request.id)
    .execute();
}

/** Until when a decision made now can be undone. */
export function heldUntil(now: Date): Date {
  return new Date(now.getTime() + UNDO_SECONDS * 1_000);
}

export async function keepReview(
  { trx, orgId, by, now }: Write,
  requestId: string,
  decision: AccessReviewsTable["decision"],
  before: Before,
): Promise<string> {
  const id = newId();
  await trx
    .insertInto("accessReviews")
    .values({
      orgId,
      id,
      requestId,
      decision,
      at: isoNow(now),
      by: by.actor,
      byName: by.actorName,
      mailId: null,
      holdUntil: isoNow(heldUntil(now)),
      beforeJson: JSON.stringify(before),
      undoneAt: null,
      undoneBy: null,
    })
    .execute();
  return id;
}
