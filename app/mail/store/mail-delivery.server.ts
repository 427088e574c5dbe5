import { mailingRecipientsSchema, PRIORITIES, type MailState } from "../rules/mail.ts";
import { SYSTEM } from "../../features/audit/store/audit.server.ts";
import { outdatedReminders } from "../../features/access-requests/store/grant-reminders.server.ts";
import { isoNow } from "../../../db/ids.ts";
import { attachmentsOf, noteUnread, type MailAttachment } from "./mail-attachments.server.ts";
import { stillWanted } from "./mailing-recipients.server.ts";
import type { MailingsTable, OutboxTable } from "../../../db/schema.ts";
import type { Reader, Writer } from "../../../db/store.ts";
import { suspendedOrgIds } from "../../features/installation/store/suspensions.server.ts";
import { suppressAddress } from "./suppressions.server.ts";

/** What the worker asks of the outbox: which mail is due, and what became of it. */
export interface DueMail extends OutboxTable {
  mailing: MailingsTable | null;
  /** Why it is not to be sent any more; null: send it. */
  obsolete: string | null;
  /** Files that go with it. */
  attachments: readonly MailAttachment[];
  /** It leaves without a file that it was written with. */
  isBare: boolean;
}

/**
 * The mails that are due, what people wait for first, then each org in turn. Those of a suspended
 * org wait.
 * @param after the lane that had its turn last, so that no lane is left out where there are many
 * @param claimed ids that are under way already
 * @param withFiles whether mails that carry files are asked for, too
 */
export async function dueMails(
  db: Reader,
  {
    now,
    limit,
    claimed,
    after,
    withFiles,
  }: { now: Date; limit: number; claimed: ReadonlySet<string>; after: string; withFiles: boolean },
): Promise<DueMail[]> {
  const found: OutboxTable[] = [];
  const waiting = await suspendedOrgIds(db);
  for (const priority of Object.values(PRIORITIES)) {
    if (found.length >= limit) break;
    const lanes = (await lanesOf(db, priority)).filter((lane) => !waiting.has(lane));
    const turn = [
      ...lanes.filter((lane) => lane > after),
      ...lanes.filter((lane) => lane <= after),
    ];
    const queues: OutboxTable[][] = [];
    for (const lane of turn) {
      const rows = await dueOfLane(db, {
        priority,
        lane,
        now,
        limit: limit - found.length + claimed.size,
        withFiles,
      });
      queues.push(rows.filter(({ id }) => !claimed.has(id)));
    }
    found.push(...inTurn(queues, limit - found.length));
  }
  return whole(db, found, now);
}

/** When the next mail that waits becomes due; null when none waits. */
export async function nextDueAt(db: Reader, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom("outbox")
    .select("nextAttemptAt")
    .where("state", "=", "queued")
    .where("nextAttemptAt", ">", isoNow(now))
    .orderBy("nextAttemptAt")
    .limit(1)
    .executeTakeFirst();
  const mailing = await db
    .selectFrom("mailings")
    .select("notBefore")
    .where("state", "=", "expanding")
    .orderBy("notBefore")
    .limit(1)
    .executeTakeFirst();
  return (
    [row?.nextAttemptAt, mailing?.notBefore].filter((at) => at !== undefined).sort()[0] ?? null
  );
}

/**
 * Longer than any mail waits for its next attempt or for a decision to be taken back, in
 * milliseconds.
 */
const LONGEST_WAIT_MS = 12 * 3_600_000;
const HOUR_MS = 3_600_000;

/**
 * Brings forward what waits for a time that only a clock that was ahead could have given it.
 * Mailings that are scheduled keep their time. @returns how many mails and mailings
 */
export async function bringForward(trx: Writer, now: Date): Promise<number> {
  const at = isoNow(now);
  const mails = await trx
    .updateTable("outbox")
    .set({ nextAttemptAt: at })
    .where("state", "=", "queued")
    .where("nextAttemptAt", ">", isoNow(new Date(now.getTime() + LONGEST_WAIT_MS)))
    .executeTakeFirst();
  const mailings = await trx
    .updateTable("mailings")
    .set({ notBefore: at })
    .where("state", "=", "expanding")
    .where("createdAt", ">", isoNow(new Date(now.getTime() + HOUR_MS)))
    .whereRef("notBefore", "<=", "createdAt")
    .executeTakeFirst();
  return Number(mails.numUpdatedRows + mailings.numUpdatedRows);
}

/** Whether a mail that was read still waits to be sent. */
export async function isQueued(db: Reader, mailId: string): Promise<boolean> {
  const row = await db
    .selectFrom("outbox")
    .select("state")
    .where("id", "=", mailId)
    .executeTakeFirst();
  return row?.state === "queued";
}

export interface MailOutcome {
  mail: Pick<OutboxTable, "id" | "orgId" | "toEmail" | "mailingId" | "createdAt">;
  state: MailState;
  at: Date;
  error?: string | null;
  nextAttemptAt?: Date;
  providerId?: string;
  /** Another attempt was made. */
  attempted: boolean;
  /** The address is at fault: the org's list gets it. */
  badAddress?: boolean;
  /** The body goes: it held a secret, and has served. */
  erase?: boolean;
  /** Its files could not be had, so nothing was sent. */
  unread?: boolean;
}

/**
 * Records what became of some mails. What a transport has done is a fact, so it counts whatever the
 * row said meanwhile; only to wait on is none, and what was taken back meanwhile stays so.
 * @returns mails that were sent although their rows are gone by now
 */
export async function recordOutcomes(
  trx: Writer,
  outcomes: readonly MailOutcome[],
): Promise<MailOutcome["mail"][]> {
  // Nearly all of a mailing is sent without a word: one statement for all of those.
  const plain = outcomes.filter(
    ({ state, providerId, erase }) => state === "sent" && providerId === undefined && !erase,
  );
  const gone: MailOutcome["mail"][] = [];
  const last = plain.at(-1);
  if (last !== undefined) {
    const at = isoNow(last.at);
    const ids = plain.map(({ mail }) => mail.id);
    const { numUpdatedRows } = await trx
      .updateTable("outbox")
      .set((eb) => ({
        state: "sent",
        lastError: null,
        sentAt: at,
        attempts: eb("attempts", "+", 1),
        firstTriedAt: eb.fn.coalesce("firstTriedAt", eb.val(at)),
      }))
      .where("id", "in", ids)
      .executeTakeFirstOrThrow();
    if (Number(numUpdatedRows) < ids.length) {
      const left = new Set(
        (await trx.selectFrom("outbox").select("id").where("id", "in", ids).execute()).map(
          ({ id }) => id,
        ),
      );
      gone.push(...plain.map(({ mail }) => mail).filter(({ id }) => !left.has(id)));
    }
  }
  for (const outcome of outcomes)
    if (
      !plain.includes(outcome) &&
      !(await recordOutcome(trx, outcome)) &&
      outcome.state === "sent"
    )
      gone.push(outcome.mail);
  return gone;
}

/** @returns whether there was a row that it counts for */
async function recordOutcome(
  trx: Writer,
  {
    mail,
    state,
    at,
    error = null,
    nextAttemptAt,
    providerId,
    attempted,
    badAddress,
    erase,
    unread,
  }: MailOutcome,
): Promise<boolean> {
  let query = trx
    .updateTable("outbox")
    .set((eb) => ({
      state,
      lastError: error,
      ...(state === "sent" ? { sentAt: isoNow(at) } : {}),
      ...(nextAttemptAt === undefined ? {} : { nextAttemptAt: isoNow(nextAttemptAt) }),
      ...(providerId === undefined ? {} : { providerId }),
      ...(attempted
        ? {
            attempts: eb("attempts", "+", 1),
            firstTriedAt: eb.fn.coalesce("firstTriedAt", eb.val(isoNow(at))),
          }
        : {}),
      ...(erase ? { html: null, text: null } : {}),
    }))
    .where("id", "=", mail.id);
  if (state === "queued") query = query.where("state", "=", "queued");
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow();
  // Whoever was erased meanwhile must not come back onto a list.
  if (numUpdatedRows === 0n) return false;
  if (unread) await noteUnread(trx, mail.id, at);
  if (badAddress && mail.orgId !== null)
    await suppressAddress(
      trx,
      mail.orgId,
      { email: mail.toEmail, reason: "bounce", detail: error },
      SYSTEM,
      at,
    );
  return true;
}

/** Takes back some of the waiting mails of a stopped mailing. @returns how many */
export async function withdrawStopped(
  trx: Writer,
  orgId: string,
  mailingId: string,
  limit: number,
): Promise<number> {
  const some = trx
    .selectFrom("outbox")
    .select("id")
    .where("orgId", "=", orgId)
    .where("mailingId", "=", mailingId)
    .where("state", "=", "queued")
    .limit(limit);
  const result = await trx
    .updateTable("outbox")
    .set({ state: "withdrawn" })
    .where("id", "in", some)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * The lanes with mail of a priority, found by steps along the index, however many mails wait in
 * each.
 */
async function lanesOf(db: Reader, priority: number): Promise<string[]> {
  const lanes: string[] = [];
  for (;;) {
    const last = lanes.at(-1);
    let query = db
      .selectFrom("outbox")
      .select("lane")
      .where("state", "=", "queued")
      .where("priority", "=", priority);
    if (last !== undefined) query = query.where("lane", ">", last);
    const row = await query.orderBy("lane").limit(1).executeTakeFirst();
    if (row === undefined) return lanes;
    lanes.push(row.lane);
  }
}

function dueOfLane(
  db: Reader,
  {
    priority,
    lane,
    now,
    limit,
    withFiles,
  }: { priority: number; lane: string; now: Date; limit: number; withFiles: boolean },
): Promise<OutboxTable[]> {
  let query = db
    .selectFrom("outbox")
    .selectAll()
    .where("state", "=", "queued")
    .where("priority", "=", priority)
    .where("lane", "=", lane)
    .where("nextAttemptAt", "<=", isoNow(now));
  if (!withFiles)
    query = query.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("outboxAttachments as f")
            .select("f.mailId")
            .whereRef("f.mailId", "=", "outbox.id")
            .where("f.leftOut", "is", null),
        ),
      ),
    );
  return query.orderBy("nextAttemptAt").limit(limit).execute();
}

/** One of each queue, again and again. */
function inTurn<T>(queues: readonly T[][], limit: number): T[] {
  const taken: T[] = [];
  for (
    let round = 0;
    taken.length < limit && queues.some((queue) => queue.length > round);
    round += 1
  ) {
    for (const queue of queues) {
      const next = queue[round];
      if (next !== undefined && taken.length < limit) taken.push(next);
    }
  }
  return taken;
}

/**
 * The mailing of each row, whether its recipient may still get it, and its files; mailings have
 * none, so nothing is asked for theirs.
 */
async function whole(db: Reader, rows: readonly OutboxTable[], now: Date): Promise<DueMail[]> {
  const mailings = new Map<string, MailingsTable>();
  const obsolete = new Map<string, string>();
  for (const id of new Set(rows.flatMap(({ mailingId }) => mailingId ?? []))) {
    const own = rows.filter(({ mailingId }) => mailingId === id);
    const mailing = await db
      .selectFrom("mailings")
      .selectAll()
      .where("orgId", "=", own[0]?.orgId ?? "")
      .where("id", "=", id)
      .executeTakeFirst();
    if (mailing === undefined) continue;
    mailings.set(id, mailing);
    const wanted = await stillWanted(
      db,
      mailing.orgId,
      mailingRecipientsSchema.parse(JSON.parse(mailing.recipientsJson)),
      own,
      now,
    );
    for (const row of own) {
      if (mailing.state === "stopped") obsolete.set(row.id, "The update was withdrawn.");
      else if (!wanted.has(row.id))
        obsolete.set(row.id, "The recipient no longer gets these updates.");
    }
  }
  const reminders = rows.filter(({ kind }) => kind === "access-expiring").map(({ id }) => id);
  for (const id of await outdatedReminders(db, reminders, now))
    obsolete.set(id, "The access that it is about has changed.");
  const files = await attachmentsOf(
    db,
    rows.filter(({ mailingId }) => mailingId === null).map(({ id }) => id),
  );
  return rows.map((row) => {
    const own = files.get(row.id) ?? [];
    const attachments = own.filter(({ leftOut }) => leftOut === null);
    return {
      ...row,
      mailing: mailings.get(row.mailingId ?? "") ?? null,
      obsolete: obsolete.get(row.id) ?? null,
      attachments,
      isBare: attachments.length < own.length,
    };
  });
}
