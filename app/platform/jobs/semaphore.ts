/** Too much is asked for at once; nothing was done. The message is what the person is told. */
export class Busy extends Error {
  readonly status: 429 | 503;
  readonly retryAfterSeconds: number;

  constructor({ words, status, retryAfterSeconds = 2 }: BusyAnswer) {
    super(words);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What somebody is told who can't even wait. */
export interface BusyAnswer {
  words: string;
  /** 429 where it is their own work that fills the line, 503 where it is everybody's. */
  status: 429 | 503;
  retryAfterSeconds?: number;
}

export interface SemaphoreLimits {
  /** Pieces of work at once. */
  running: number;
  /** Of one key. */
  runningPerKey?: number;
  /** Of one key, beside those that run. */
  waitingPerKey?: number;
  /** Of all keys together. */
  waiting?: number;
  /**
   * Work that takes longer, in milliseconds, waits for something else than the processor: its place
   * is given on.
   */
  holdMs?: number;
}

interface Waiter {
  start: () => void;
}

interface Line {
  running: number;
  waiting: Waiter[];
}

/**
 * Lets work be done a few pieces at once, and fairly by key, such as a network or a file: whoever
 * asks for much waits behind their own, not before others, and is refused when too many wait
 * already.
 */
export class Semaphore {
  readonly #limits: Required<SemaphoreLimits>;
  readonly #busy: BusyAnswer;
  /** Keys that have work, the one served longest ago first. */
  readonly #keys = new Map<string, Line>();
  #running = 0;
  #waiting = 0;
  #isDue = false;

  /** @param busy what those are told who find too many waiting */
  constructor(limits: SemaphoreLimits, busy: BusyAnswer) {
    this.#limits = {
      runningPerKey: limits.running,
      waitingPerKey: Infinity,
      waiting: Infinity,
      holdMs: Infinity,
      ...limits,
    };
    this.#busy = busy;
  }

  /**
   * Does a piece of work when its turn comes.
   * @param key whose work it is, or what it works on
   * @param work gets a function that gives its place on: for when it waits for something else
   * @param gone ends the waiting of somebody who has left; their work is not begun
   * @param patient waits however many of the key wait already
   * @throws Busy, the reason of `gone`, and what the work throws
   */
  async run<T>(
    key: string,
    work: (release: () => void) => Promise<T>,
    { gone, patient = false }: { gone?: AbortSignal; patient?: boolean } = {},
  ): Promise<T> {
    await this.#turn(key, gone, patient);
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      this.#release(key);
    };
    const { holdMs } = this.#limits;
    const timer = holdMs === Infinity ? undefined : setTimeout(release, holdMs).unref();
    try {
      return await work(release);
    } finally {
      clearTimeout(timer);
      release();
    }
  }

  async #turn(name: string, gone: AbortSignal | undefined, patient: boolean): Promise<void> {
    gone?.throwIfAborted();
    const line = this.#keys.get(name) ?? { running: 0, waiting: [] };
    this.#keys.set(name, line);
    if (
      line.waiting.length === 0 &&
      this.#running < this.#limits.running &&
      line.running < this.#limits.runningPerKey &&
      !this.#isDue
    ) {
      this.#begin(line);
      return;
    }
    if (
      this.#waiting >= this.#limits.waiting ||
      (!patient && line.waiting.length >= this.#limits.waitingPerKey)
    ) {
      this.#forget(name, line);
      throw new Busy(this.#busy);
    }
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        line.waiting.splice(line.waiting.indexOf(waiter), 1);
        this.#waiting -= 1;
        this.#forget(name, line);
        reject(gone?.reason as Error);
      };
      const waiter: Waiter = {
        start: () => {
          gone?.removeEventListener("abort", leave);
          resolve();
        },
      };
      gone?.addEventListener("abort", leave, { once: true });
      line.waiting.push(waiter);
      this.#waiting += 1;
      this.#soon();
    });
  }

  #begin(line: Line): void {
    line.running += 1;
    this.#running += 1;
  }

  #release(name: string): void {
    const line = this.#keys.get(name);
    if (line === undefined) return;
    line.running -= 1;
    this.#running -= 1;
    this.#forget(name, line);
    this.#soon();
  }

  #forget(name: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) this.#keys.delete(name);
  }

  /**
   * One piece a turn of the event loop: whatever came in meanwhile is answered between two of them.
   */
  #soon(): void {
    if (this.#isDue || this.#waiting === 0) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#startNext();
    });
  }

  #startNext(): void {
    if (this.#running >= this.#limits.running) return;
    for (const [name, line] of this.#keys) {
      const waiter = line.running < this.#limits.runningPerKey ? line.waiting.shift() : undefined;
      if (waiter === undefined) continue;
      this.#waiting -= 1;
      this.#begin(line);
      // Whoever was served goes to the end of the line.
      this.#keys.delete(name);
      this.#keys.set(name, line);
      waiter.start();
      this.#soon();
      return;
    }
  }
}
