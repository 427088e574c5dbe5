import type { PersonStatus } from "#model/access-requests/access-outcomes.ts";
import { requestsOf, type AccessRequest } from "./access-requests.server.ts";
import { membersByAddress, type Member } from "#auth/accounts/store/members.server.ts";
import { grantsInForce } from "#auth/accounts/store/grants.server.ts";
import { isoNow } from "#db/ids.ts";
import type { Grant } from "#model/visibility/viewer.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** Where an address stands with an org, and whom or what that is about. */
export interface AddressStatus {
  standing: PersonStatus;
  /** The member who may sign in, or whose access ended. */
  member: Member | null;
  /** The request that waits or was declined. */
  request: AccessRequest | null;
  /**
   * What extend-access is asked by: the request behind an account whose access ended, else the
   * member.
   */
  reviewId: string | null;
  /** What the member who may sign in has in force; left out where nobody may. */
  grants?: readonly Grant[];
}

/**
 * Looks an address up: as a member of accounts first, then as somebody who asked. A person of
 * several accounts stands as well as the best of them.
 * @param productId where there is a choice, an account that reads this product comes first
 */
export async function findAccessStatus(
  db: Reader,
  orgId: string,
  address: { email: string; key: string },
  now: Date,
  productId: string | null = null,
): Promise<AddressStatus> {
  const members = await membersByAddress(db, orgId, address);
  const requests = await requestsOf(db, orgId, address.key);
  const waiting = requests.find((request) => request.status === "pending") ?? null;
  const judged = await Promise.all(
    members.map(async (member) => ({
      member,
      ...(await stateOf(db, orgId, member, now, productId)),
    })),
  );
  const best = judged
    .filter(({ state }) => state === "active")
    .sort(
      (a, b) =>
        Number(b.reads) - Number(a.reads) ||
        (b.member.signedInAt ?? "").localeCompare(a.member.signedInAt ?? ""),
    )[0];
  if (best !== undefined)
    return {
      standing: "active",
      member: best.member,
      request: waiting,
      reviewId: null,
      grants: best.grants,
    };
  if (waiting !== null || judged.some(({ state }) => state === "pending"))
    return { standing: "pending", member: null, request: waiting, reviewId: null };
  const expired = judged.find(({ state }) => state === "expired")?.member;
  if (expired !== undefined) {
    const own = requests.find((request) => request.accountId === expired.accountId);
    return { standing: "expired", member: expired, request: null, reviewId: own?.id ?? expired.id };
  }
  const last = requests.find((request) => request.status !== "withdrawn");
  if (last?.status === "declined")
    return {
      standing:
        last.outcome === null || last.outcome === "request_approved"
          ? "request_declined"
          : last.outcome,
      member: null,
      request: last,
      reviewId: null,
    };
  if (judged.length > 0)
    return { standing: "request_declined", member: null, request: null, reviewId: null };
  return { standing: "unknown", member: null, request: null, reviewId: null };
}

/**
 * Approved with something in force, or with nothing ever given, may come in; what ran out or was
 * taken away has ended.
 */
async function stateOf(
  db: Reader,
  orgId: string,
  { id, accountId, account }: Member,
  now: Date,
  productId: string | null,
): Promise<{
  state: "active" | "expired" | "pending" | "declined";
  reads: boolean;
  grants: readonly Grant[];
}> {
  if (account.reviewStatus !== "approved")
    return { state: account.reviewStatus, reads: false, grants: [] };
  const { grants, expired } = await grantsInForce(db, orgId, accountId, now, id);
  if (grants.length > 0)
    return {
      state: "active",
      reads: grants.some((grant) => grant.productId === productId),
      grants,
    };
  return { state: expired ? "expired" : "active", reads: false, grants };
}

/** How many requests were decided since a moment, and how many of them by rules or lists. */
export async function decidedSince(
  db: Reader,
  orgId: string,
  since: Date,
): Promise<{ decided: number; byRules: number }> {
  const rows = await inOrg(db, orgId)
    .selectFrom("accessRequests")
    .select((eb) => ["ruleId", eb.fn.countAll<number>().as("count")])
    .where("decidedAt", ">=", isoNow(since))
    .where("status", "in", ["approved", "declined"])
    .groupBy("ruleId")
    .execute();
  const sum = (some: typeof rows) => some.reduce((total, { count }) => total + Number(count), 0);
  return { decided: sum(rows), byRules: sum(rows.filter(({ ruleId }) => ruleId !== null)) };
}
