import { availableParallelism } from "node:os";

/** Too much is asked for at once from one network; nothing was done. */
export class QueueFull extends Error {
  readonly status = 429;
  readonly retryAfterSeconds = 2;

  constructor() {
    super("Too much is being asked for from your network at once. Please try again in a moment.");
  }
}

export interface QueueLimits {
  /** Pieces of work at once. */
  running: number;
  /** Of one network. */
  runningPerNetwork: number;
  /** Of one network, beside those that run. */
  waitingPerNetwork: number;
  /** Of all networks together. */
  waiting: number;
  /** Work that takes longer, in milliseconds, waits for something else than the processor: its place is given on. */
  holdMs: number;
}

const LIMITS: QueueLimits = {
  running: availableParallelism(),
  runningPerNetwork: 2,
  waitingPerNetwork: 10,
  waiting: 2_000,
  holdMs: 500,
};

interface Waiter {
  start: () => void;
}

interface Network {
  running: number;
  waiting: Waiter[];
}

/**
 * Work for strangers, a few pieces at once and fair by network: whoever asks for much waits behind their own
 * requests, not before those of others, and is refused when too many wait already.
 */
export class RenderQueue {
  readonly #limits: QueueLimits;
  /** Those that have work, the one served longest ago first. */
  readonly #networks = new Map<string, Network>();
  #running = 0;
  #waiting = 0;
  #isDue = false;

  constructor(limits: Partial<QueueLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /**
   * Does a piece of work when its turn comes.
   * @param network whose work it is
   * @param work gets a function that gives its place on: for when it waits for something else
   * @param gone ends the waiting of somebody who has left; their work is not begun
   * @param patient waits however many of the network wait already
   * @throws QueueFull, the reason of `gone`, and what the work throws
   */
  async run<T>(
    network: string,
    work: (release: () => void) => Promise<T>,
    { gone, patient = false }: { gone?: AbortSignal; patient?: boolean } = {},
  ): Promise<T> {
    await this.#turn(network, gone, patient);
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      this.#release(network);
    };
    const timer = setTimeout(release, this.#limits.holdMs).unref();
    try {
      return await work(release);
    } finally {
      clearTimeout(timer);
      release();
    }
  }

  async #turn(name: string, gone: AbortSignal | undefined, patient: boolean): Promise<void> {
    gone?.throwIfAborted();
    const network = this.#networks.get(name) ?? { running: 0, waiting: [] };
    this.#networks.set(name, network);
    if (
      network.waiting.length === 0 &&
      this.#running < this.#limits.running &&
      network.running < this.#limits.runningPerNetwork &&
      !this.#isDue
    ) {
      this.#begin(network);
      return;
    }
    if (
      this.#waiting >= this.#limits.waiting ||
      (!patient && network.waiting.length >= this.#limits.waitingPerNetwork)
    ) {
      this.#forget(name, network);
      throw new QueueFull();
    }
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        network.waiting.splice(network.waiting.indexOf(waiter), 1);
        this.#waiting -= 1;
        this.#forget(name, network);
        reject(gone?.reason as Error);
      };
      const waiter: Waiter = {
        start: () => {
          gone?.removeEventListener("abort", leave);
          resolve();
        },
      };
      gone?.addEventListener("abort", leave, { once: true });
      network.waiting.push(waiter);
      this.#waiting += 1;
      this.#soon();
    });
  }

  #begin(network: Network): void {
    network.running += 1;
    this.#running += 1;
  }

  #release(name: string): void {
    const network = this.#networks.get(name);
    if (network === undefined) return;
    network.running -= 1;
    this.#running -= 1;
    this.#forget(name, network);
    this.#soon();
  }

  #forget(name: string, network: Network): void {
    if (network.running === 0 && network.waiting.length === 0) this.#networks.delete(name);
  }

  /** One piece a turn of the event loop: whatever came in meanwhile is answered between two of them. */
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
    for (const [name, network] of this.#networks) {
      const waiter =
        network.running < this.#limits.runningPerNetwork ? network.waiting.shift() : undefined;
      if (waiter === undefined) continue;
      this.#waiting -= 1;
      this.#begin(network);
      // Whoever was served goes to the end of the line.
      this.#networks.delete(name);
      this.#networks.set(name, network);
      waiter.start();
      this.#soon();
      return;
    }
  }
}
