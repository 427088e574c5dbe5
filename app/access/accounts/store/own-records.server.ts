import { recentActs } from "#tenancy/visitor-events/store/events.server.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * What a member's own page tells of them: each list holds the newest first, and nobody else's rows.
 */
const MOST = 20;

/** A document that the person viewed or downloaded, or all that they took in one archive. */
export interface OwnRead {
  id: string;
  at: string;
  access: "view" | "download";
  documentId: string | null;
  productId: string | null;
  documents: number;
}

/** @param memberIds the person in every account that they belong to */
export async function ownReads(
  db: Reader,
  orgId: string,
  memberIds: readonly string[],
): Promise<OwnRead[]> {
  if (memberIds.length === 0) return [];
  const acts = await recentActs(db, orgId, { memberIds }, MOST);
  const rows = await inOrg(db, orgId)
    .selectFrom("events")
    .select(["id", "access", "documentId", "productId"])
    .where(
      "id",
      "in",
      acts.map(({ id }) => id),
    )
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return acts.flatMap((act) => {
    const row = known.get(act.id);
    return row === undefined || row.access === null ? [] : [{ ...row, ...act, access: row.access }];
  });
}

/** What the person asked for by their address, and what came of it. */
export async function ownRequests(db: Reader, orgId: string, emailKey: string) {
  return inOrg(db, orgId)
    .selectFrom("accessRequests")
    .select(["id", "createdAt", "decidedAt", "status", "holdUntil", "kind", "itemUid", "productId"])
    .where("emailKey", "=", emailKey)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(MOST)
    .execute();
}

/** A thread in which the person asked something, as their account sees it. */
export interface OwnQuestion {
  productId: string;
  itemUid: string;
  /** The newest message. */
  at: string;
  answered: boolean;
}

/** The threads of the account in which this member wrote. */
export async function ownQuestions(
  db: Reader,
  orgId: string,
  { memberId, accountId }: { memberId: string; accountId: string },
): Promise<OwnQuestion[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("comments as c")
    .select(["c.productId", "c.itemUid", "c.createdAt", "c.staffId", "c.staffName"])
    .where("c.accountId", "=", accountId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("comments as own")
          .select("own.id")
          .whereRef("own.orgId", "=", "c.orgId")
          .whereRef("own.accountId", "=", "c.accountId")
          .whereRef("own.productId", "=", "c.productId")
          .whereRef("own.itemUid", "=", "c.itemUid")
          .where("own.memberId", "=", memberId),
      ),
    )
    .orderBy("c.createdAt", "desc")
    .orderBy("c.id")
    .execute();
  const threads = new Map<string, OwnQuestion>();
  for (const { productId, itemUid, createdAt, staffId, staffName } of rows) {
    const key = `${productId} ${itemUid}`;
    // The newest message says whether it was answered.
    if (!threads.has(key))
      threads.set(key, {
        productId,
        itemUid,
        at: createdAt,
        answered: staffId !== null || staffName !== null,
      });
  }
  return [...threads.values()].slice(0, MOST);
}

/** Colleagues whom the person invited, each once; whether a mail went out is not told. */
export async function ownInvitations(
  db: Reader,
  orgId: string,
  memberIds: readonly string[],
): Promise<{ email: string; invitedAt: string }[]> {
  if (memberIds.length === 0) return [];
  return inOrg(db, orgId)
    .selectFrom("invitations")
    .select((eb) => ["email", eb.fn.max("invitedAt").as("invitedAt")])
    .where("memberId", "in", memberIds)
    .groupBy(["emailKey", "email"])
    .orderBy("invitedAt", "desc")
    .orderBy("email")
    .limit(MOST)
    .execute();
}

/** Answered questionnaires that were released to an account, with what became of them since. */
export async function ownReleases(db: Reader, orgId: string, accountId: string) {
  return inOrg(db, orgId)
    .selectFrom("questionnaireReleases as r")
    .innerJoin("questionnaires as q", (join) =>
      join.onRef("q.orgId", "=", "r.orgId").onRef("q.id", "=", "r.questionnaireId"),
    )
    .select([
      "r.id",
      "r.fileName",
      "r.releasedAt",
      "r.blobHash",
      "r.replacedAt",
      "r.withdrawnAt",
      "q.productId",
    ])
    .where("r.accountId", "=", accountId)
    .orderBy("r.releasedAt", "desc")
    .orderBy("r.id", "desc")
    .limit(MOST)
    .execute();
}
