/** Too many wait already; the message is what the person is told. */
export class NoTurn extends Error {}

/**
 * Lets work that takes much memory be done few at a time: who comes later waits, and when too many wait,
 * who comes then is told so at once.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #busyWords: string;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({
    atOnce,
    maxWaiting,
    busyWords,
  }: {
    atOnce: number;
    maxWaiting: number;
    busyWords: string;
  }) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
    this.#busyWords = busyWords;
  }

  /** @throws NoTurn when too many wait; what `work` throws */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#wait();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The turn goes on to the next one as it is: nobody comes in between.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  async #wait(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) throw new NoTurn(this.#busyWords);
    await new Promise<void>((resolve) => void this.#waiting.push(resolve));
  }
}
