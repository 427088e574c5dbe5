import {
  overdueBefore,
  RETENTION,
  type RetentionKind,
  type RetentionPeriods,
} from "#model/privacy/retention.ts";
import { forgetAttachments } from "#platform/mail/store/mail-attachments.server.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

/**
 * A mail whose row or text is gone: its file in the mail folder, where there is one, goes after it.
 */
export interface GoneMail {
  id: string;
  createdAt: string;
}

export interface Removed {
  count: number;
  mails: GoneMail[];
}

/**
 * What of one kind is overdue, at most so many. Nothing that waits (a request, a mail) is ever
 * among it.
 */
const OVERDUE = {
  approvedRequests: (db: Reader, orgId: string, before: string) =>
    inOrg(db, orgId)
      .selectFrom("accessRequests")
      .where("status", "=", "approved")
      .where("decidedAt", "<", before),
  declinedRequests: (db: Reader, orgId: string, before: string) =>
    inOrg(db, orgId)
      .selectFrom("accessRequests")
      .where((eb) =>
        eb.or([
          eb.and([eb("status", "=", "declined"), eb("decidedAt", "<", before)]),
          eb.and([eb("status", "=", "withdrawn"), eb("withdrawnAt", "<", before)]),
        ]),
      ),
  events: (db: Reader, orgId: string, before: string) =>
    inOrg(db, orgId).selectFrom("events").where("at", "<", before),
  searches: (db: Reader, orgId: string, before: string) =>
    inOrg(db, orgId).selectFrom("searchQueries").where("at", "<", before),
  traces: (db: Reader, orgId: string, before: string) =>
    inOrg(db, orgId).selectFrom("traces").where("createdAt", "<", before),
  // The text of a failed mail stays as long as its row: staff may send it again.
  mailBodies: (db: Reader, orgId: string, before: string) =>
    inOrg(db, orgId)
      .selectFrom("outbox")
      .where("createdAt", "<", before)
      .where("state", "in", ["sent", "suppressed", "withdrawn"])
      .where((eb) => eb.or([eb("sentAt", "is", null), eb("sentAt", "<", before)]))
      .where((eb) => eb.or([eb("text", "is not", null), eb("html", "is not", null)])),
  mails: (db: Reader, orgId: string, before: string) =>
    inOrg(db, orgId)
      .selectFrom("outbox")
      .where("createdAt", "<", before)
      .where("state", "in", ["sent", "failed", "suppressed", "withdrawn"])
      .where((eb) => eb.or([eb("sentAt", "is", null), eb("sentAt", "<", before)])),
  signInLinks: (db: Reader, orgId: string, before: string) =>
    inOrg(db, orgId).selectFrom("signInLinks").where("expiresAt", "<", before),
  memberSessions: (db: Reader, orgId: string, before: string) =>
    inOrg(db, orgId)
      .selectFrom("sessions")
      .where("kind", "=", "member")
      .where((eb) => eb.or([eb("expiresAt", "<", before), eb("revokedAt", "<", before)])),
  unconfirmedSubscribers: (db: Reader, orgId: string, before: string) =>
    inOrg(db, orgId)
      .selectFrom("subscribers")
      .where("state", "=", "pending")
      .where("createdAt", "<", before)
      .where((eb) => eb.or([eb("mailedAt", "is", null), eb("mailedAt", "<", before)])),
  unsubscribed: (db: Reader, orgId: string, before: string) =>
    inOrg(db, orgId)
      .selectFrom("subscribers")
      .where("state", "=", "unsubscribed")
      .where("unsubscribedAt", "<", before),
} as const;

/** How many records of each kind are overdue now. */
export async function countOverdue(
  db: Reader,
  orgId: string,
  periods: RetentionPeriods,
  now: Date,
): Promise<RetentionPeriods> {
  const counts = {} as RetentionPeriods;
  for (const { kind } of RETENTION) {
    const overdue = OVERDUE[kind](db, orgId, overdueBefore(periods[kind], now)) as ReturnType<
      (typeof OVERDUE)["events"]
    >;
    counts[kind] = Number(
      (await overdue.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow())
        .count,
    );
  }
  return counts;
}

/**
 * Removes some overdue records of one kind: a batch, so that no write waits long behind it.
 * @returns how many; fewer than `limit` when none is left
 */
export async function removeOverdue(
  trx: Writer,
  orgId: string,
  kind: RetentionKind,
  days: number,
  now: Date,
  limit: number,
): Promise<Removed> {
  const before = overdueBefore(days, now);
  const plain = (result: { numDeletedRows: bigint }): Removed => ({
    count: Number(result.numDeletedRows),
    mails: [],
  });
  switch (kind) {
    case "approvedRequests":
    case "declinedRequests":
      return plain(
        await inOrg(trx, orgId)
          .deleteFrom("accessRequests")
          .where("id", "in", OVERDUE[kind](trx, orgId, before).select("id").limit(limit))
          .executeTakeFirst(),
      );
    case "events":
      return plain(
        await acrossTenants(trx, "The ids are those of the company's overdue rows.")
          .deleteFrom("events")
          .where("id", "in", OVERDUE.events(trx, orgId, before).select("id").limit(limit))
          .executeTakeFirst(),
      );
    case "searches":
      return plain(
        await acrossTenants(trx, "The ids are those of the company's overdue rows.")
          .deleteFrom("searchQueries")
          .where("id", "in", OVERDUE.searches(trx, orgId, before).select("id").limit(limit))
          .executeTakeFirst(),
      );
    case "traces":
      return plain(
        await inOrg(trx, orgId)
          .deleteFrom("traces")
          .where("id", "in", OVERDUE.traces(trx, orgId, before).select("id").limit(limit))
          .executeTakeFirst(),
      );
    case "signInLinks":
      return plain(
        await inOrg(trx, orgId)
          .deleteFrom("signInLinks")
          .where("id", "in", OVERDUE.signInLinks(trx, orgId, before).select("id").limit(limit))
          .executeTakeFirst(),
      );
    case "memberSessions":
      return plain(
        await trx
          .deleteFrom("sessions")
          .where(
            "tokenHash",
            "in",
            OVERDUE.memberSessions(trx, orgId, before).select("tokenHash").limit(limit),
          )
          .executeTakeFirst(),
      );
    case "unconfirmedSubscribers":
    case "unsubscribed":
      return plain(
        await inOrg(trx, orgId)
          .deleteFrom("subscribers")
          .where("id", "in", OVERDUE[kind](trx, orgId, before).select("id").limit(limit))
          .executeTakeFirst(),
      );
    case "mailBodies":
    case "mails": {
      const mails = await OVERDUE[kind](trx, orgId, before)
        .select(["id", "createdAt"])
        .limit(limit)
        .execute();
      const ids = mails.map(({ id }) => id);
      if (ids.length === 0) return { count: 0, mails: [] };
      if (kind === "mailBodies") {
        await forgetAttachments(trx, ids);
        await trx
          .updateTable("outbox")
          .set({ html: null, text: null })
          .where("id", "in", ids)
          .execute();
      } else await trx.deleteFrom("outbox").where("id", "in", ids).execute();
      return { count: ids.length, mails };
    }
  }
}
