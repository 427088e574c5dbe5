import { announce } from "#tenancy/webhooks/store/announce.server.ts";
import type { Thread } from "#model/comments.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import type { CommentsTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

export interface Comment extends Thread {
  id: string;
  content: string;
  createdAt: string;
  /** null: staff wrote it. */
  member: { id: string; name: string; createdAt: string } | null;
  staffName: string | null;
}

/** Who writes: a member of the thread's account, or staff. */
export type CommentAuthor = { memberId: string } | { staffId: string; name: string };

/** The newest messages of a thread that are shown. */
export const SHOWN_COMMENTS = 200;
/** The same words sent again within a minute are one message: a second click, a retried request. */
const SAME_MS = 60_000;

/** The messages about items of a product, oldest first; of one account unless all are asked for. */
export async function listComments(
  db: Reader,
  orgId: string,
  wanted: { productId: string; itemUids: readonly string[]; accountId: string | null },
  limit = SHOWN_COMMENTS,
): Promise<Comment[]> {
  if (wanted.itemUids.length === 0) return [];
  let query = rows(db, orgId)
    .where("c.productId", "=", wanted.productId)
    .where("c.itemUid", "in", wanted.itemUids);
  if (wanted.accountId !== null) query = query.where("c.accountId", "=", wanted.accountId);
  const newest = await query
    .orderBy("c.createdAt", "desc")
    .orderBy("c.id")
    .limit(limit * wanted.itemUids.length)
    .execute();
  return newest.toReversed().map(toComment);
}

/**
 * How long staff of the org took of late to answer: the median of the last questions, in hours, or
 * null before there are three.
 */
export async function usualAnswerHours(db: Reader, orgId: string): Promise<number | null> {
  const answered = await inOrg(db, orgId)
    .selectFrom("comments")
    .select(["createdAt", "settledAt"])
    .where("memberId", "is not", null)
    .where("settledAt", "is not", null)
    .orderBy("settledAt", "desc")
    .limit(30)
    .execute();
  const hours = answered
    .map(
      ({ createdAt, settledAt }) =>
        (Date.parse(settledAt ?? createdAt) - Date.parse(createdAt)) / 3_600_000,
    )
    .sort((a, b) => a - b);
  return hours.length < 3 ? null : (hours[Math.floor(hours.length / 2)] ?? null);
}

/**
 * Adds a message to a thread. What staff write answers everything before it.
 * @returns the message, whether this call added it, and when the same side had written before
 */
export async function addComment(
  write: Write,
  thread: Thread,
  author: CommentAuthor,
  content: string,
): Promise<{ comment: Comment; added: boolean; sameSideAt: string | null }> {
  const { trx, orgId, now } = write;
  const memberId = "memberId" in author ? author.memberId : null;
  const staff = "staffId" in author ? author : null;
  const [last] = await inOrg(trx, orgId)
    .selectFrom("comments")
    .select("createdAt")
    .where(inThread(thread))
    .orderBy("createdAt", "desc")
    .limit(1)
    .execute();
  const mine = await inOrg(trx, orgId)
    .selectFrom("comments")
    .select(["id", "content", "createdAt", "memberId", "staffId"])
    .where(inThread(thread))
    .where("memberId", memberId === null ? "is" : "is not", null)
    .orderBy("createdAt", "desc")
    .limit(20)
    .execute();
  const since = isoNow(new Date(now.getTime() - SAME_MS));
  const same = mine.find(
    (other) =>
      other.content === content &&
      other.createdAt > since &&
      other.memberId === memberId &&
      other.staffId === (staff?.staffId ?? null),
  );
  if (same !== undefined)
    return {
      comment: toComment(
        await rows(trx, orgId).where("c.id", "=", same.id).executeTakeFirstOrThrow(),
      ),
      added: false,
      sameSideAt: null,
    };
  const id = newId();
  // Two messages of one moment keep the order in which they came.
  const createdAt =
    last !== undefined && last.createdAt >= isoNow(now)
      ? isoNow(new Date(Date.parse(last.createdAt) + 1))
      : isoNow(now);
  const row: CommentsTable = {
    orgId,
    id,
    ...thread,
    memberId,
    staffId: staff?.staffId ?? null,
    staffName: staff?.name ?? null,
    content,
    createdAt,
    settledAt: null,
    settledBy: null,
  };
  await trx.insertInto("comments").values(row).execute();
  if (staff !== null) await settle(write, thread);
  await recordAudit(write, {
    action: staff === null ? "comment.posted" : "comment.answered",
    subject: id,
    detail: { ...thread },
  });
  if (memberId !== null) await announceQuestion(write, thread, { id, memberId });
  return {
    comment: toComment(await rows(trx, orgId).where("c.id", "=", id).executeTakeFirstOrThrow()),
    added: true,
    sameSideAt: mine[0]?.createdAt ?? null,
  };
}

async function announceQuestion(
  write: Write,
  { accountId, productId, itemUid }: Thread,
  { id, memberId }: { id: string; memberId: string },
): Promise<void> {
  const { trx, orgId } = write;
  const by = await inOrg(trx, orgId)
    .selectFrom("members as m")
    .innerJoin("accounts as a", (join) =>
      join.onRef("a.orgId", "=", "m.orgId").onRef("a.id", "=", "m.accountId"),
    )
    .select(["m.email", "m.firstName", "m.lastName", "a.name"])
    .where("m.id", "=", memberId)
    .executeTakeFirst();
  if (by === undefined) return;
  await announce(write, {
    type: "question.asked",
    subjectId: id,
    path: `/comments/${accountId}/${productId}/${itemUid}`,
    facts: { company: by.name, accountId, productId, itemUid },
    person: { name: `${by.firstName} ${by.lastName}`.trim() || null, email: by.email },
  });
}

/**
 * Says that what waits in a thread needs no answer.
 * @returns whether anything waited
 */
export async function settleThread(write: Write, thread: Thread): Promise<boolean> {
  if (!(await settle(write, thread))) return false;
  await recordAudit(write, {
    action: "comment.settled",
    subject: thread.accountId,
    detail: { ...thread },
  });
  return true;
}

/** Who of an account has written in a thread, and still belongs to it. */
export async function participants(
  db: Reader,
  orgId: string,
  thread: Thread,
): Promise<{ email: string; name: string }[]> {
  const people = await inOrg(db, orgId)
    .selectFrom("members as m")
    .select(["m.email", "m.firstName", "m.lastName"])
    .where("m.accountId", "=", thread.accountId)
    .where("m.removedAt", "is", null)
    .where(
      "m.id",
      "in",
      inOrg(db, orgId)
        .selectFrom("comments as c")
        .select("c.memberId")
        .where("c.accountId", "=", thread.accountId)
        .where("c.productId", "=", thread.productId)
        .where("c.itemUid", "=", thread.itemUid)
        .where("c.memberId", "is not", null),
    )
    .orderBy("m.email")
    .execute();
  return people.map(({ email, firstName, lastName }) => ({
    email,
    name: `${firstName} ${lastName}`.trim(),
  }));
}

async function settle({ trx, orgId, by, now }: Write, thread: Thread): Promise<boolean> {
  const result = await inOrg(trx, orgId)
    .updateTable("comments")
    .set({ settledAt: isoNow(now), settledBy: by.actorName })
    .where(inThread(thread))
    .where("memberId", "is not", null)
    .where("settledAt", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

function inThread({ accountId, productId, itemUid }: Thread) {
  return (eb: import("kysely").ExpressionBuilder<{ comments: CommentsTable }, "comments">) =>
    eb.and({ accountId, productId, itemUid });
}

function rows(db: Reader, orgId: string) {
  return inOrg(db, orgId)
    .selectFrom("comments as c")
    .leftJoin("members as m", (join) =>
      join.onRef("m.orgId", "=", "c.orgId").onRef("m.id", "=", "c.memberId"),
    )
    .select([
      "c.id",
      "c.accountId",
      "c.productId",
      "c.itemUid",
      "c.content",
      "c.createdAt",
      "c.memberId",
      "c.staffName",
      "m.firstName",
      "m.lastName",
      "m.email",
      "m.createdAt as memberSince",
    ]);
}

type CommentRow = NonNullable<Awaited<ReturnType<ReturnType<typeof rows>["executeTakeFirst"]>>>;

function toComment({
  memberId,
  firstName,
  lastName,
  email,
  memberSince,
  ...comment
}: CommentRow): Comment {
  const member =
    memberId === null
      ? null
      : {
          id: memberId,
          name: `${firstName ?? ""} ${lastName ?? ""}`.trim() || (email ?? ""),
          createdAt: memberSince ?? "",
        };
  return { ...comment, member };
}
