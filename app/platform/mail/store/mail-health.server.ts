import { isoNow } from "#db/ids.ts";
import type { Reader, Writer } from "#db/store.ts";
import { suspendedOrgIds } from "#tenancy/installation/store/suspensions.server.ts";

/** Mail that has waited so long, while nothing left, is a fault. */
const STUCK_MS = 10 * 60_000;
/** A server that restarts is away for a moment; nobody needs to hear of that. */
const DOWN_MS = 2 * 60_000;

export interface MailHealth {
  ok: boolean;
  /** Since when nothing leaves. */
  since: string | null;
  error: string | null;
}

/** Notes that nothing leaves; the moment at which it began stays. */
export async function noteTransportDown(
  trx: Writer,
  name: string,
  error: string,
  now: Date,
): Promise<void> {
  const at = isoNow(now);
  await trx
    .insertInto("mailTransports")
    .values({ name, downSince: at, lastError: error, checkedAt: at })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet((eb) => ({
        downSince: eb.fn.coalesce("mailTransports.downSince", eb.val(at)),
        lastError: error,
        checkedAt: at,
      })),
    )
    .execute();
}

export async function noteTransportUp(trx: Writer, name: string, now: Date): Promise<void> {
  await trx
    .updateTable("mailTransports")
    .set({ downSince: null, lastError: null, checkedAt: isoNow(now) })
    .where("name", "=", name)
    .execute();
}

/**
 * Whether mail can leave, as the database tells: the transport has been down for two minutes, or
 * mail has been due for ten while none left. The message of the transport names no recipient.
 */
export async function mailHealth(db: Reader, transport: string, now: Date): Promise<MailHealth> {
  const row = await db
    .selectFrom("mailTransports")
    .select(["downSince", "lastError"])
    .where("name", "=", transport)
    .executeTakeFirst();
  if (row?.downSince != null && Date.parse(row.downSince) <= now.getTime() - DOWN_MS)
    return { ok: false, since: row.downSince, error: row.lastError };
  const before = isoNow(new Date(now.getTime() - STUCK_MS));
  // What a suspended org's mail waits for is no fault.
  const waiting = ["-", ...(await suspendedOrgIds(db))];
  const due = await db
    .selectFrom("outbox")
    .select((eb) => eb.fn.min("nextAttemptAt").as("at"))
    .where("state", "=", "queued")
    .where("lane", "not in", waiting)
    .where("nextAttemptAt", "<", before)
    .executeTakeFirst();
  if (due?.at == null) return { ok: true, since: null, error: null };
  const left = await db
    .selectFrom("outbox")
    .select("id")
    .where("state", "=", "sent")
    .where("sentAt", ">=", before)
    .limit(1)
    .executeTakeFirst();
  return left === undefined
    ? { ok: false, since: due.at, error: null }
    : { ok: true, since: null, error: null };
}
