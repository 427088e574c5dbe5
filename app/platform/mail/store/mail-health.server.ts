import { isoNow } from "#db/ids.ts";
import type { Reader, Writer } from "#db/store.ts";
import { suspendedOrgs } from "#tenancy/installation/store/suspensions.server.ts";

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
  const before = isoNow(new Date(now.getTime() - STUCK_MS));
  const transports = db.selectFrom("mailTransports").where("name", "=", transport);
  // What a suspended org's mail waits for is no fault.
  const due = db
    .selectFrom("outbox")
    .select((eb) => eb.fn.min("nextAttemptAt").as("at"))
    .where("state", "=", "queued")
    .where("lane", "<>", "-")
    .where("lane", "not in", suspendedOrgs(db))
    .where("nextAttemptAt", "<", before);
  const { downSince, lastError, dueSince } = await db
    .selectNoFrom([
      transports.select("downSince").as("downSince"),
      transports.select("lastError").as("lastError"),
      due.as("dueSince"),
    ])
    .executeTakeFirstOrThrow();
  if (downSince !== null && Date.parse(downSince) <= now.getTime() - DOWN_MS)
    return { ok: false, since: downSince, error: lastError };
  if (dueSince === null) return { ok: true, since: null, error: null };
  const left = await db
    .selectFrom("outbox")
    .select("id")
    .where("state", "=", "sent")
    .where("sentAt", ">=", before)
    .limit(1)
    .executeTakeFirst();
  return left === undefined
    ? { ok: false, since: dueSince, error: null }
    : { ok: true, since: null, error: null };
}
