import { isoNow } from "#db/ids.ts";
import type { WebhookDeliveriesTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import { HOOK_GIVE_UP_MS, HOOK_LOG_DAYS, HOOK_WAITS } from "#model/webhooks.ts";
import { recordAudit, SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { suspendedOrgIds } from "#tenancy/installation/store/suspensions.server.ts";
import { endQueue, type KeptHook, type Noted } from "./webhooks.server.ts";

/*
 * What the worker asks: which webhook is due, what it says next, and what became of it. A webhook
 * says one thing after the other, in the order of their ids.
 */

const DAY_MS = 86_400_000;
/** So often one delivery fails before five days without success turn the webhook off. */
const FAILED_ENOUGH = 5;
/** Longer than any webhook waits, in milliseconds. */
const LONGEST_WAIT_MS = 25 * 3_600_000;

/**
 * The webhooks that are due, the longest one first. Those of a suspended company wait.
 * @param busy ids of those that are under way
 */
export async function dueHooks(
  db: Reader,
  { now, limit, busy }: { now: Date; limit: number; busy: ReadonlySet<string> },
): Promise<KeptHook[]> {
  const waiting = [...(await suspendedOrgIds(db))];
  return acrossTenants(db, "The webhook worker sends for all companies.")
    .selectFrom("webhooks")
    .selectAll()
    .where("nextAttemptAt", "<=", isoNow(now))
    .where("stoppedAt", "is", null)
    .$if(waiting.length > 0, (query) => query.where("orgId", "not in", waiting))
    .$if(busy.size > 0, (query) => query.where("id", "not in", [...busy]))
    .orderBy("nextAttemptAt")
    .limit(limit)
    .execute();
}

/** When the next webhook becomes due by the clock alone; null when none waits. */
export async function nextHookDueAt(db: Reader, now: Date): Promise<string | null> {
  const row = await acrossTenants(db, "The webhook worker sends for all companies.")
    .selectFrom("webhooks")
    .select("nextAttemptAt")
    .where("nextAttemptAt", ">", isoNow(now))
    .orderBy("nextAttemptAt")
    .limit(1)
    .executeTakeFirst();
  return row?.nextAttemptAt ?? null;
}

/** What a webhook says next; null where nothing is due. */
export async function nextDelivery(
  db: Reader,
  { orgId, id }: KeptHook,
  now: Date,
): Promise<WebhookDeliveriesTable | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("webhookDeliveries")
    .selectAll()
    .where("webhookId", "=", id)
    .where("state", "=", "queued")
    .where("notBefore", "<=", isoNow(now))
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * What became of an update that a delivery is about since that was written.
 * @returns null: it stands; a later moment at which it is published; or 'gone'
 */
export async function changedSince(
  db: Reader,
  { orgId, type, subjectId }: WebhookDeliveriesTable,
  now: Date,
): Promise<Date | "gone" | null> {
  if (type !== "update.published" && type !== "subprocessor.announced") return null;
  const row = await inOrg(db, orgId)
    .selectFrom("topicUpdates")
    .select("createdAt")
    .where(type === "update.published" ? "id" : "topicId", "=", subjectId)
    .where("unpublishedAt", "is", null)
    .orderBy("createdAt")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return "gone";
  return row.createdAt > isoNow(now) ? new Date(row.createdAt) : null;
}

/** Lets a delivery wait until a moment, or for good. */
export async function putOff(
  trx: Writer,
  { orgId, webhookId, id }: WebhookDeliveriesTable,
  until: Date | "gone",
  now: Date,
): Promise<void> {
  await inOrg(trx, orgId)
    .updateTable("webhookDeliveries")
    .set(until === "gone" ? { state: "withdrawn" } : { notBefore: isoNow(until) })
    .where("id", "=", id)
    .where("state", "=", "queued")
    .execute();
  await planNext(trx, orgId, webhookId, now);
}

/**
 * Notes a try. What a receiver took is a fact, whatever was done to the webhook meanwhile. One that
 * asks for more time than the next wait gets it.
 * @returns why the webhook was turned off with it; null where it was not
 */
export async function noteTry(
  trx: Writer,
  { orgId, id, webhookId }: WebhookDeliveriesTable,
  { ok, status, answer, retryAt }: Noted & { retryAt: Date | null },
  at: Date,
): Promise<string | null> {
  const noted = await inOrg(trx, orgId)
    .updateTable("webhookDeliveries")
    .set((eb) => ({
      attempts: eb("attempts", "+", 1),
      lastTriedAt: isoNow(at),
      lastStatus: status,
      lastAnswer: answer,
      ...(ok ? { state: "sent" as const } : {}),
    }))
    .where("id", "=", id)
    .returning(["attempts", "state"])
    .executeTakeFirst();
  const hook = await inOrg(trx, orgId)
    .selectFrom("webhooks")
    .select(["name", "failingSince", "stoppedAt"])
    .where("id", "=", webhookId)
    .executeTakeFirst();
  if (noted === undefined || hook === undefined || hook.stoppedAt !== null) return null;
  const failingSince = ok ? null : (hook.failingSince ?? isoNow(at));
  await inOrg(trx, orgId)
    .updateTable("webhooks")
    .set({ failingSince })
    .where("id", "=", webhookId)
    .execute();
  const why = failingSince === null ? null : whyStopped(status, failingSince, noted.attempts, at);
  if (why !== null) {
    await endQueue({ trx, orgId, now: at }, webhookId, why);
    await recordAudit(
      { trx, orgId, by: SYSTEM, now: at },
      { action: "webhook.turned-off", subject: webhookId, detail: { name: hook.name, why } },
    );
    return why;
  }
  const wait = HOOK_WAITS[noted.attempts - 1];
  if (!ok && noted.state === "queued" && wait !== undefined) {
    const ours = new Date(at.getTime() + wait);
    await inOrg(trx, orgId)
      .updateTable("webhooks")
      .set({ nextAttemptAt: isoNow(retryAt !== null && retryAt > ours ? retryAt : ours) })
      .where("id", "=", webhookId)
      .execute();
    return null;
  }
  if (!ok && noted.state === "queued")
    await inOrg(trx, orgId)
      .updateTable("webhookDeliveries")
      .set({ state: "failed" })
      .where("id", "=", id)
      .execute();
  await planNext(trx, orgId, webhookId, at);
  return null;
}

/** Says when a webhook is due again: now, where something waits, or when the next thing happens. */
export async function planNext(
  trx: Writer,
  orgId: string,
  webhookId: string,
  now: Date,
): Promise<void> {
  const waiting = inOrg(trx, orgId)
    .selectFrom("webhookDeliveries")
    .select("notBefore")
    .where("webhookId", "=", webhookId)
    .where("state", "=", "queued")
    .limit(1);
  // Where much waits, the first row answers.
  const next =
    (await waiting.where("notBefore", "<=", isoNow(now)).orderBy("id").executeTakeFirst()) ??
    (await waiting.orderBy("notBefore").executeTakeFirst());
  await inOrg(trx, orgId)
    .updateTable("webhooks")
    .set({ nextAttemptAt: next?.notBefore ?? null })
    .where("id", "=", webhookId)
    .where("stoppedAt", "is", null)
    .execute();
}

/** Why a webhook is turned off after a try that failed; null where it is not. */
function whyStopped(
  status: number | null,
  failingSince: string,
  attempts: number,
  at: Date,
): string | null {
  if (status === 410) return "Its receiver answered that it is gone (410)";
  const failed = at.getTime() - Date.parse(failingSince) >= HOOK_GIVE_UP_MS;
  return failed && attempts >= FAILED_ENOUGH ? "It failed for five days" : null;
}

/**
 * Brings forward what waits for a time that only a clock that was ahead could have given it.
 * @returns how many webhooks
 */
export async function bringHooksForward(trx: Writer, now: Date): Promise<number> {
  const { numUpdatedRows } = await acrossTenants(trx, "The webhook worker sends for all companies.")
    .updateTable("webhooks")
    .set({ nextAttemptAt: isoNow(now) })
    .where("nextAttemptAt", ">", isoNow(new Date(now.getTime() + LONGEST_WAIT_MS)))
    .where("failingSince", "is not", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Forgets deliveries that ended a month ago. @returns how many */
export async function purgeDeliveries(trx: Writer, now: Date): Promise<number> {
  const { numDeletedRows } = await acrossTenants(trx, "The clock's sweep goes over all companies.")
    .deleteFrom("webhookDeliveries")
    .where("at", "<", isoNow(new Date(now.getTime() - HOOK_LOG_DAYS * DAY_MS)))
    .where("state", "!=", "queued")
    .executeTakeFirst();
  return Number(numDeletedRows);
}
