import { isoNow } from "#db/ids.ts";
import type { Reader, Writer } from "#db/store.ts";
import type { SignInMethod } from "#model/auth/staff-session.ts";
import { DAY, ago, STAFF_LIFE } from "./sessions.server.ts";

const KEPT_AFTER_END = 30 * DAY;

/**
 * Ends one session at once.
 * @returns whether it had not ended before: of two parallel calls one gets true
 */
export async function revokeSession(trx: Writer, tokenHash: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable("sessions")
    .set({ revokedAt: isoNow(now) })
    .where("tokenHash", "=", tokenHash)
    .where("revokedAt", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Ends a person's sessions, those that wait for a code too, except the one that is kept.
 * @param keep a token hash, or null to end them all
 * @returns how many ended
 */
export async function revokeOtherSessions(
  trx: Writer,
  staffId: string,
  keep: string | null,
  now: Date,
): Promise<number> {
  let update = trx
    .updateTable("sessions")
    .set({ revokedAt: isoNow(now) })
    .where("staffId", "=", staffId)
    .where("revokedAt", "is", null);
  if (keep !== null) update = update.where("tokenHash", "!=", keep);
  return Number((await update.executeTakeFirst()).numUpdatedRows);
}

export interface ListedSession {
  tokenHash: string;
  createdAt: string;
  lastSeenAt: string;
  ip: string | null;
  userAgent: string | null;
}

/** A session of staff, with the org that it shows now, and what its identity provider said of it. */
export interface StaffListedSession extends ListedSession {
  orgId: string | null;
  method: SignInMethod | null;
  providerAuthAt: string | null;
  providerLevel: string | null;
}

/** A person's living sessions, the latest used first. */
export async function listSessions(
  db: Reader,
  staffId: string,
  now: Date,
): Promise<StaffListedSession[]> {
  return db
    .selectFrom("sessions")
    .select(["tokenHash", "orgId", "createdAt", "lastSeenAt", "ip", "userAgent"])
    .select(["method", "providerAuthAt", "providerLevel"])
    .where("staffId", "=", staffId)
    .where("kind", "=", "staff")
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", isoNow(now))
    .where("lastSeenAt", ">", ago(now, STAFF_LIFE.idle))
    .orderBy("lastSeenAt", "desc")
    .orderBy("tokenHash")
    .execute();
}

/** The org that a person's latest session showed, for the next one to begin with. */
export async function lastOrgOf(db: Reader, staffId: string): Promise<string | null> {
  const row = await db
    .selectFrom("sessions")
    .select("orgId")
    .where("staffId", "=", staffId)
    .where("kind", "=", "staff")
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.orgId ?? null;
}

/**
 * Removes the rows of sessions that ended 30 days ago or earlier, all kinds.
 * @returns how many went
 */
export async function purgeSessions(trx: Writer, now: Date): Promise<number> {
  const before = ago(now, KEPT_AFTER_END);
  const result = await trx
    .deleteFrom("sessions")
    .where((eb) => eb.or([eb("expiresAt", "<", before), eb("revokedAt", "<", before)]))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
