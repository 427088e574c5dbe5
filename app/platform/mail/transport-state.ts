import { noteTransportDown, noteTransportUp } from "./store/mail-health.server.ts";
import type { Store } from "#db/store.ts";
import type { Log } from "../context.ts";
import { probeWait } from "./back-off.ts";
import { errorLine, type Outcome, type Transport } from "./transports/transport.ts";

/**
 * So many mails in a row that are put off, whoever they are for, mean that the server takes none
 * now.
 */
const DEFERS_ALL = 5;

interface Parts {
  store: Store;
  now: () => Date;
  log: Log;
  transport: Pick<Transport, "name">;
}

/**
 * Whether mail can leave. While it can't, one mail at a time is tried, at growing intervals of a
 * minute at most, and the others keep their place untouched: so a fault of an hour costs an hour,
 * not the back-off that every mail would have collected.
 */
export class TransportState {
  readonly #parts: Parts;
  #downSince: Date | null = null;
  #failures = 0;
  #deferred = 0;
  #lastPassed: Date | null = null;
  /**
   * Milliseconds: when the next mail may be tried while the transport is down; Infinity while it is
   * up.
   */
  probeAt = Infinity;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Takes over what an earlier process noted: its fault may last, and is tried at once. */
  async load(): Promise<void> {
    const row = await this.#parts.store.read
      .selectFrom("mailTransports")
      .select("downSince")
      .where("name", "=", this.#parts.transport.name)
      .executeTakeFirst();
    const downSince = row?.downSince ?? null;
    this.#downSince = downSince === null ? null : new Date(downSince);
    this.probeAt = downSince === null ? Infinity : this.#parts.now().getTime();
  }

  /** How many mails may be under way. */
  room(concurrency: number): number {
    if (this.#downSince === null) return concurrency;
    return this.#parts.now().getTime() >= this.probeAt ? 1 : 0;
  }

  get defersAll(): boolean {
    return this.#downSince !== null;
  }

  /** Whether other mail left since: then it is this one that the server does not bear. */
  passedOthersSince(firstTriedAt: string | null): boolean {
    return (
      firstTriedAt !== null &&
      this.#lastPassed !== null &&
      this.#lastPassed.toISOString() > firstTriedAt
    );
  }

  /**
   * Learns from an attempt. @param began when it began: several that fail together are one failure
   */
  async note(outcome: Outcome, began: Date): Promise<void> {
    if (outcome.kind === "sent" || outcome.kind === "refused") return this.#up();
    if (outcome.kind === "later") {
      this.#deferred += 1;
      if (this.#deferred < DEFERS_ALL && this.#downSince === null) return;
    }
    await this.#down(
      outcome.error,
      began,
      outcome.kind === "down" ? outcome.retryAfterMs : undefined,
    );
  }

  async #up(): Promise<void> {
    this.#lastPassed = this.#parts.now();
    this.#deferred = 0;
    this.#failures = 0;
    if (this.#downSince === null) return;
    this.#downSince = null;
    this.probeAt = Infinity;
    await this.#remember("mail leaves again", (trx, name, now) => noteTransportUp(trx, name, now));
  }

  async #down(error: string, began: Date, retryAfterMs: number | undefined): Promise<void> {
    const now = this.#parts.now();
    const isNews = this.#downSince === null || began.getTime() >= this.probeAt;
    this.#downSince ??= now;
    if (isNews) {
      this.#failures += 1;
      this.probeAt = now.getTime() + (retryAfterMs ?? probeWait(this.#failures - 1));
    }
    // A rate that is used up for a moment is no fault.
    if (retryAfterMs !== undefined && retryAfterMs <= 60_000) return;
    if (isNews)
      await this.#remember(
        "mail can’t leave",
        (trx, name, at) => noteTransportDown(trx, name, error, at),
        error,
      );
  }

  /**
   * For the staff's warning; a database that can't take it now changes nothing about the sending.
   */
  async #remember(
    message: string,
    write: (
      trx: Parameters<Parameters<Store["write"]>[0]>[0],
      name: string,
      now: Date,
    ) => Promise<void>,
    error?: string,
  ): Promise<void> {
    const { store, log, now, transport } = this.#parts;
    if (error === undefined) log.info({ transport: transport.name }, message);
    else log.warn({ transport: transport.name, error, failures: this.#failures }, message);
    try {
      await store.write((trx) => write(trx, transport.name, now()));
    } catch (fault) {
      log.error({ error: errorLine(fault) }, "the state of mail could not be recorded");
    }
  }
}
