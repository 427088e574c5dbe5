import { type ExtensionAnswer } from "#model/access-requests/access-outcomes.ts";
import {
  AlreadyWaiting,
  findAccessRequest,
  recordAccessRequest,
  type RequestValues,
} from "./access-requests.server.ts";
import { findMember } from "#auth/accounts/store/members.server.ts";
import type { Actor, Write } from "#tenancy/audit/store/audit.server.ts";
import { grantsInForce } from "#auth/accounts/store/grants.server.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * Asks for an account whose access ended to be let in again.
 * @param reviewId the account's earlier request, or the member where there was none
 * @param from who asks, from where, and what they need, in their own words
 */
export async function extendAccess(
  write: Omit<Write, "by">,
  reviewId: string,
  {
    note = null,
    ...from
  }: { ip: string | null; userAgent: string | null; host: string; note?: string | null },
): Promise<{ answer: ExtensionAnswer; email: string | null; requestId: string | null }> {
  const { trx, orgId, now } = write;
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
      requestId: await recordAccessRequest({ ...write, by }, values),
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
  const members = inOrg(db, orgId)
    .selectFrom("members")
    .select(["id", "email"])
    .where("accountId", "=", request.accountId)
    .where("removedAt", "is", null);
  const rows = await members.execute();
  const own =
    rows.find((row) => row.id === request.memberId) ??
    rows.find((row) => row.email === request.email);
  return { request, member: own === undefined ? null : await findMember(db, orgId, own.id) };
}
