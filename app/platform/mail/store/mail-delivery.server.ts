import { mailingRecipientsSchema, PRIORITIES } from "#model/mail/mail.ts";
import { isoNow } from "#db/ids.ts";
import { attachmentsOf, type MailAttachment } from "./mail-attachments.server.ts";
import { stillWanted } from "./mailing-recipients.server.ts";
import type { MailingsTable, OutboxTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import { suspendedOrgIds } from "#tenancy/installation/store/suspensions.server.ts";

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
 * Which mails of a kind are about what is not so any more. @returns the ids of those among the given
 */
export type OutdatedMails = (
  db: Reader,
  mailIds: readonly string[],
  now: Date,
) => Promise<ReadonlySet<string>>;

/** What asks whether mails are outdated, and why they are then, by the kind of the mail. */
export type OutdatedByKind = ReadonlyMap<string, { outdated: OutdatedMails; why: string }>;

/**
 * The mails that are due, what people wait for first, then each org in turn. Those of a suspended
 * org wait.
 * @param after the lane that had its turn last, so that no lane is left out where there are many
 * @param claimed ids that are under way already
 * @param withFiles whether mails that carry files are asked for, too
 * @param outdated what asks whether a mail is about what is not so any more
 */
export async function dueMails(
  db: Reader,
  {
    now,
    limit,
    claimed,
    after,
    withFiles,
    outdated,
  }: {
    now: Date;
    limit: number;
    claimed: ReadonlySet<string>;
    after: string;
    withFiles: boolean;
    outdated: OutdatedByKind;
  },
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
  return whole(db, found, outdated, now);
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
  const mailing = await acrossTenants(db, "The mail worker sends for all companies.")
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
  const mailings = await acrossTenants(trx, "The mail worker sends for all companies.")
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
async function whole(
  db: Reader,
  rows: readonly OutboxTable[],
  byKind: OutdatedByKind,
  now: Date,
): Promise<DueMail[]> {
  const mailings = new Map<string, MailingsTable>();
  const obsolete = new Map<string, string>();
  for (const id of new Set(rows.flatMap(({ mailingId }) => mailingId ?? []))) {
    const own = rows.filter(({ mailingId }) => mailingId === id);
    const mailing = await inOrg(db, own[0]?.orgId ?? "")
      .selectFrom("mailings")
      .selectAll()
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
  for (const [kind, { outdated, why }] of byKind) {
    const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id);
    for (const id of await outdated(db, ids, now)) obsolete.set(id, why);
  }
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
