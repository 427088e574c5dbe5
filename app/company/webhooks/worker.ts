import { notifyStaff } from "#company/notifications/store/notifications.server.ts";
import { ALWAYS, type Duty, type Writer } from "#db/store.ts";
import type { Services } from "#platform/context.ts";
import { QueueWorker } from "#platform/jobs/queue-worker.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { renderMail } from "#platform/mail/render.tsx";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { webhookOff } from "./mail/webhook-off.tsx";
import { sendDelivery, type Tried } from "./sending.server.ts";
import {
  changedSince,
  dueHooks,
  nextDelivery,
  nextHookDueAt,
  noteTry,
  planNext,
  putOff,
} from "./store/hook-queue.server.ts";
import { findHook, messageOf, type KeptHook } from "./store/webhooks.server.ts";

/** Webhooks at once, and of one company. */
const AT_ONCE = 16;
const AT_ONCE_OF_ONE = 4;
/** So many things a webhook is told before others have their turn. */
const IN_A_TURN = 50;

type Parts = Pick<Services, "config" | "store" | "key" | "now" | "log">;

/**
 * Sends what waits for webhooks. All that it must not forget is in the database: a process that
 * ends at any moment has sent what it noted, or sends it again under the same id.
 * @param duty whether it is this server that sends: of several, one does
 */
export function webhookWorker(parts: Parts, duty: Duty = ALWAYS): QueueWorker<KeptHook> {
  const { store, now } = parts;
  return new QueueWorker(parts, duty, {
    noun: "webhook",
    unread: "webhooks could not be read or noted",
    unhandled: "a webhook could not be handled",
    lookMs: 200,
    atOnce: AT_ONCE,
    due: async (room, busy) => {
      const hooks = await dueHooks(store.read, {
        now: now(),
        limit: room * AT_ONCE_OF_ONE,
        busy: new Set(busy.keys()),
      });
      const ofOrg = new Map<string, number>();
      const begins = ({ orgId }: KeptHook) => {
        const count = ofOrg.get(orgId) ?? 0;
        ofOrg.set(orgId, count + 1);
        return count < AT_ONCE_OF_ONE;
      };
      for (const hook of busy.values()) begins(hook);
      return hooks.filter(begins).slice(0, room);
    },
    nextDueAt: () => nextHookDueAt(store.read, now()),
    work: (hook, isStopping) => tell(parts, duty, hook, isStopping),
  });
}

/** Tells a webhook one thing after the other, until nothing is due or one fails. */
async function tell(
  parts: Parts,
  duty: Duty,
  { orgId, id }: KeptHook,
  isStopping: () => boolean,
): Promise<void> {
  const { store, now } = parts;
  for (let told = 0; told < IN_A_TURN && !isStopping() && duty.isHeld(); told += 1) {
    // It may have another secret since, or be gone.
    const hook = await findHook(store.read, orgId, id);
    if (hook === null || hook.stoppedAt !== null) return;
    const delivery = await nextDelivery(store.read, hook, now());
    if (delivery === null) {
      if (told === 0) await store.write((trx) => planNext(trx, orgId, id, now()), false);
      return;
    }
    const changed = await changedSince(store.read, delivery, now());
    if (changed !== null) {
      await store.write((trx) => putOff(trx, delivery, changed, now()), false);
      continue;
    }
    // At the last moment: a process that stood still for a while finds that another one sends.
    const { signal } = duty;
    if (!duty.isHeld()) return;
    const tried = await sendDelivery(parts, hook, messageOf(delivery));
    if (!tried.ok && signal.aborted) return;
    const at = now();
    await store.write(async (trx) => {
      // Whoever sends now says what became of it, or says it once more under the same id.
      if (!(await duty.isHeldIn(trx))) return;
      const why = await noteTry(trx, delivery, tried, at);
      if (why !== null) await tellOff(parts, trx, hook, { why, tried, at });
    }, !tried.ok);
    if (!tried.ok) return;
  }
}

/** Tells owners and admins that a webhook was turned off. */
async function tellOff(
  parts: Parts,
  trx: Writer,
  { orgId, id, name, host }: KeptHook,
  { why, tried, at }: { why: string; tried: Tried; at: Date },
): Promise<void> {
  const org = await findOrg(trx, orgId);
  if (org === null) return;
  const answer = tried.status === null ? tried.answer : String(tried.status);
  const brand = await brandOf(trx, org, parts.config);
  const mail = renderMail(brand, webhookOff, { id, name, host, why, answer });
  await notifyStaff({ trx, orgId, now: at }, "webhook", mail);
}
