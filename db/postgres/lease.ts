import type { Writer } from "../engine.ts";
import type { Duty, DutyName } from "../servers.ts";

/** A duty is its holder's for so long after a beat, in milliseconds; by its own clock for less. */
export const LEASE_MS = 8_000;
const OWN_LEASE_MS = 6_000;

/** A duty that this server has, or would take. */
export class Lease implements Duty {
  readonly #name: DutyName;
  readonly #holder: string;
  /** Which holding this is; 0: none. */
  term = 0;
  #until = 0;
  #timer: NodeJS.Timeout | null = null;
  #ending = new AbortController();

  constructor(name: DutyName, holder: string) {
    this.#name = name;
    this.#holder = holder;
    this.#ending.abort();
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  isHeld(): boolean {
    return this.term !== 0 && performance.now() < this.#until;
  }

  /** @param since when it was asked for, by this process's monotonic clock */
  keep(term: number, since: number): void {
    this.#until = since + OWN_LEASE_MS;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.lose(), Math.max(0, this.#until - performance.now()));
    this.#timer.unref();
    if (this.#ending.signal.aborted || term !== this.term) this.#ending = new AbortController();
    this.term = term;
  }

  lose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.term = 0;
    this.#ending.abort();
  }

  async isHeldIn(trx: Writer): Promise<boolean> {
    if (this.term === 0) return false;
    const row = await trx
      .selectFrom("duties")
      .select("term")
      .where("name", "=", this.#name)
      .where("holder", "=", this.#holder)
      .where("term", "=", this.term)
      .forUpdate()
      .executeTakeFirst();
    return row !== undefined;
  }
}
