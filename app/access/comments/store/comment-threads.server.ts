import { threadPath, type Thread } from "#model/comments.ts";
import { shownAddress } from "#model/privacy/erased.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** A thread as staff list it. */
export interface ThreadRow extends Thread {
  accountName: string;
  productName: string;
  itemTitle: string;
  messages: number;
  lastAt: string;
  /** Since when a message of a member waits for an answer; null: none does. */
  waitingSince: string | null;
}

/** The last message of a member in a thread. */
export interface LastQuestion {
  content: string;
  /** The member's name, or the address where there is none. */
  asker: string;
}

export const THREADS_PER_PAGE = 25;

/**
 * The threads about items that are there: those that wait, the longest first, or all, the latest
 * first.
 */
export async function listThreads(
  db: Reader,
  orgId: string,
  { waiting, page }: { waiting: boolean; page: number },
): Promise<{ rows: ThreadRow[]; page: number; pages: number; total: number }> {
  const asked = Math.max(1, Math.trunc(page) || 1);
  const found = await threadsOn(db, orgId, waiting, asked);
  if (found.rows.length > 0 || asked === 1) return found;
  // Behind the last page: the last one.
  const { count } = await threadCount(db, orgId, waiting).executeTakeFirstOrThrow();
  return threadsOn(db, orgId, waiting, pagesOf(Number(count)));
}

function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / THREADS_PER_PAGE));
}

/** One page of a list, with the count of the whole; a page that is not there is empty. */
async function threadsOn(db: Reader, orgId: string, waiting: boolean, current: number) {
  const rows = await selectThreads(db, orgId, waiting)
    .select(threadCount(db, orgId, waiting).as("total"))
    .orderBy(waiting ? "waitingSince" : "lastAt", waiting ? "asc" : "desc")
    .orderBy("c.accountId")
    .orderBy("c.itemUid")
    .limit(THREADS_PER_PAGE)
    .offset((current - 1) * THREADS_PER_PAGE)
    .execute();
  let total = 0;
  const listed = rows.map(({ total: all, ...row }) => {
    total = Number(all);
    return toRow(row);
  });
  return { rows: listed, page: current, pages: pagesOf(total), total };
}

/** What members wrote last in threads, by the paths of the threads' pages. */
export async function lastQuestions(
  db: Reader,
  orgId: string,
  threadsAsked: readonly Thread[],
): Promise<Map<string, LastQuestion>> {
  const found = new Map<string, LastQuestion>();
  if (threadsAsked.length === 0) return found;
  const rows = await inOrg(db, orgId)
    .selectFrom("comments as c")
    .innerJoin("members as m", (join) =>
      join.onRef("m.orgId", "=", "c.orgId").onRef("m.id", "=", "c.memberId"),
    )
    .select([
      "c.accountId",
      "c.productId",
      "c.itemUid",
      "c.content",
      "m.firstName",
      "m.lastName",
      "m.email",
    ])
    .where((eb) =>
      eb.or(
        threadsAsked.map(({ accountId, productId, itemUid }) =>
          eb.and({ "c.accountId": accountId, "c.productId": productId, "c.itemUid": itemUid }),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("comments as later")
            .select("later.id")
            .whereRef("later.orgId", "=", "c.orgId")
            .whereRef("later.accountId", "=", "c.accountId")
            .whereRef("later.productId", "=", "c.productId")
            .whereRef("later.itemUid", "=", "c.itemUid")
            .where("later.memberId", "is not", null)
            .whereRef("later.createdAt", ">", "c.createdAt"),
        ),
      ),
    )
    .execute();
  for (const { firstName, lastName, email, content, ...thread } of rows)
    found.set(threadPath(thread), {
      content,
      asker: `${firstName} ${lastName}`.trim() || shownAddress(email),
    });
  return found;
}

/** How many threads wait for an answer. */
export async function countWaiting(db: Reader, orgId: string): Promise<number> {
  return Number((await waitingCount(db, orgId).executeTakeFirstOrThrow()).count);
}

/** The same as a query, or as a part of one. */
export function waitingCount(db: Reader, orgId: string) {
  return threadCount(db, orgId, true);
}

/** Since when the message waits that waits longest, as a query or as a part of one. */
export function longestWaiting(db: Reader, orgId: string) {
  return threads(db, orgId, false)
    .where("c.memberId", "is not", null)
    .where("c.settledAt", "is", null)
    .select((eb) => eb.fn.min<string | null>("c.createdAt").as("oldest"));
}

function threadCount(db: Reader, orgId: string, waiting: boolean) {
  const all = threads(db, orgId, waiting)
    .select("c.accountId")
    .groupBy(["c.accountId", "c.productId", "c.itemUid"]);
  return db.selectFrom(all.as("t")).select((eb) => eb.fn.countAll<number>().as("count"));
}

/** The thread that waits longest beside a given one; null when no other waits. */
export async function nextThread(
  db: Reader,
  orgId: string,
  { accountId, productId, itemUid }: Thread,
): Promise<Thread | null> {
  const here = threadPath({ accountId, productId, itemUid });
  const { rows } = await listThreads(db, orgId, { waiting: true, page: 1 });
  return rows.find((other) => threadPath(other) !== here) ?? null;
}

/** A thread with messages about an item that is there; null for any other. */
export async function findThread(
  db: Reader,
  orgId: string,
  thread: Thread,
): Promise<ThreadRow | null> {
  const row = await selectThreads(db, orgId, false)
    .where("c.accountId", "=", thread.accountId)
    .where("c.productId", "=", thread.productId)
    .where("c.itemUid", "=", thread.itemUid)
    .executeTakeFirst();
  return row === undefined ? null : toRow(row);
}

function selectThreads(db: Reader, orgId: string, waiting: boolean) {
  return threads(db, orgId, waiting)
    .select((eb) => [
      "c.accountId",
      "c.productId",
      "c.itemUid",
      "a.name as accountName",
      "p.name as productName",
      "i.title as itemTitle",
      eb.fn.countAll<number>().as("messages"),
      eb.fn.max("c.createdAt").as("lastAt"),
      eb.fn
        .min<string | null>(
          eb
            .case()
            .when(eb.and([eb("c.memberId", "is not", null), eb("c.settledAt", "is", null)]))
            .then(eb.ref("c.createdAt"))
            .end(),
        )
        .as("waitingSince"),
    ])
    .groupBy(["c.accountId", "c.productId", "c.itemUid", "a.name", "p.name", "i.title"]);
}

function threads(db: Reader, orgId: string, waiting: boolean) {
  const all = inOrg(db, orgId)
    .selectFrom("comments as c")
    .innerJoin("accounts as a", (join) =>
      join.onRef("a.orgId", "=", "c.orgId").onRef("a.id", "=", "c.accountId"),
    )
    .innerJoin("products as p", (join) =>
      join.onRef("p.orgId", "=", "c.orgId").onRef("p.id", "=", "c.productId"),
    )
    .innerJoin("items as i", (join) =>
      join
        .onRef("i.orgId", "=", "c.orgId")
        .onRef("i.productId", "=", "c.productId")
        .onRef("i.uid", "=", "c.itemUid"),
    );
  if (!waiting) return all;
  return all.where((eb) =>
    eb.exists(
      eb
        .selectFrom("comments as w")
        .select("w.id")
        .whereRef("w.orgId", "=", "c.orgId")
        .whereRef("w.accountId", "=", "c.accountId")
        .whereRef("w.productId", "=", "c.productId")
        .whereRef("w.itemUid", "=", "c.itemUid")
        .where("w.memberId", "is not", null)
        .where("w.settledAt", "is", null),
    ),
  );
}

function toRow(row: Omit<ThreadRow, "messages"> & { messages: number }): ThreadRow {
  return { ...row, messages: Number(row.messages) };
}
