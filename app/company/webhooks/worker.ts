import { setImmediate as nextTurn } from "node:timers/promises";
import { notifyStaff } from "#company/notifications/store/notifications.server.ts";
import { ALWAYS, type Duty, type Writer } from "#db/store.ts";
import type { Services } from "#platform/context.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { renderMail } from "#platform/mail/render.tsx";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { errorWords } from "#values/error-words.ts";
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

/** How often the worker looks whether something was written; a look costs a comparison. */
const LOOK_MS = 200;
/** It reads the queue so often whatever it was told, in milliseconds. */
const READ_MS = 30_000;
/** At once, and of one company. */
const AT_ONCE = 16;
const AT_ONCE_OF_ONE = 4;
/** So many things a webhook is told before others have their turn. */
const IN_A_TURN = 50;
/** Longer than any try takes. */
const DRAIN_MS = 8_000;

type Parts = Pick<Services, "config" | "store" | "key" | "now" | "log">;

/**
 * Sends what waits for webhooks. All that it must not forget is in the database: a process that
 * ends at any moment has sent what it noted, or sends it again under the same id.
 */
export class WebhookWorker {
  readonly #parts: Parts;
  readonly #duty: Duty;
  /** Webhooks that are being told something, and of which company. */
  readonly #busy = new Map<string, string>();
  readonly #sending = new Set<Promise<void>>();
  /** When the queue is read although nobody wrote, in milliseconds. */
  #due = 0;
  #stopped = false;
  #running: Promise<void> | null = null;

  /** @param duty whether it is this server that sends: of several, one does */
  constructor(parts: Parts, duty: Duty = ALWAYS) {
    this.#parts = parts;
    this.#duty = duty;
  }

  /** Runs until `stop`. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Begins nothing more, and lets what is under way end. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const deadline = new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref());
    await Promise.race([Promise.all([this.#running, ...this.#sending]), deadline]);
  }

  /** Sends everything that is due now, and ends; for tests. */
  async pass(): Promise<void> {
    while ((await this.#begin()) || this.#sending.size > 0)
      if (this.#sending.size > 0) await Promise.race(this.#sending);
  }

  async #run(): Promise<void> {
    const { store, now, log } = this.#parts;
    let seen = -1;
    while (!this.#stopped) {
      try {
        const generation = store.generation();
        const moment = now().getTime();
        if (!this.#duty.isHeld()) seen = -1;
        else if (generation !== seen || moment >= this.#due) {
          if (await this.#begin()) {
            await nextTurn();
            continue;
          }
          seen = generation;
          const at = await nextHookDueAt(store.read, now());
          // What ends in between sets it to zero.
          this.#due = Math.min(at === null ? Infinity : Date.parse(at), moment + READ_MS);
        }
      } catch (error) {
        log.error({ error: errorWords(error) }, "webhooks could not be read or noted");
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /** Begins what is due, as far as there is room. @returns whether it began anything */
  async #begin(): Promise<boolean> {
    const room = AT_ONCE - this.#sending.size;
    if (room <= 0 || (await this.#parts.store.isMoving())) return false;
    const busy = new Set(this.#busy.keys());
    const hooks = await dueHooks(this.#parts.store.read, {
      now: this.#parts.now(),
      limit: room * AT_ONCE_OF_ONE,
      busy,
    });
    let begun = false;
    for (const hook of hooks) {
      const ofOne = [...this.#busy.values()].filter((orgId) => orgId === hook.orgId).length;
      if (this.#sending.size >= AT_ONCE) break;
      if (ofOne >= AT_ONCE_OF_ONE) continue;
      begun = true;
      this.#busy.set(hook.id, hook.orgId);
      const work: Promise<void> = this.#tell(hook)
        .catch((error: unknown) =>
          this.#parts.log.error(
            { webhook: hook.id, error: errorWords(error) },
            "a webhook could not be handled",
          ),
        )
        .finally(() => {
          this.#busy.delete(hook.id);
          this.#sending.delete(work);
          this.#due = 0;
        });
      this.#sending.add(work);
    }
    return begun;
  }

  /** Tells a webhook one thing after the other, until nothing is due or one fails. */
  async #tell({ orgId, id }: KeptHook): Promise<void> {
    const { store, now } = this.#parts;
    for (let told = 0; told < IN_A_TURN && !this.#stopped && this.#duty.isHeld(); told += 1) {
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
      const { signal } = this.#duty;
      if (!this.#duty.isHeld()) return;
      const tried = await sendDelivery(this.#parts, hook, messageOf(delivery));
      if (!tried.ok && signal.aborted) return;
      const at = now();
      await store.write(async (trx) => {
        // Whoever sends now says what became of it, or says it once more under the same id.
        if (!(await this.#duty.isHeldIn(trx))) return;
        const why = await noteTry(trx, delivery, tried, at);
        if (why !== null) await this.#tellOff(trx, hook, { why, tried, at });
      }, !tried.ok);
      if (!tried.ok) return;
    }
  }

  /** Tells owners and admins that a webhook was turned off. */
  async #tellOff(
    trx: Writer,
    { orgId, id, name, host }: KeptHook,
    { why, tried, at }: { why: string; tried: Tried; at: Date },
  ): Promise<void> {
    const org = await findOrg(trx, orgId);
    if (org === null) return;
    const answer = tried.status === null ? tried.answer : String(tried.status);
    const brand = await brandOf(trx, org, this.#parts.config);
    const mail = renderMail(brand, webhookOff, { id, name, host, why, answer });
    await notifyStaff({ trx, orgId, now: at }, "webhook", mail);
  }
}
