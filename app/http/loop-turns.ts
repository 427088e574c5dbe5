/**
 * How long requests may be begun in one turn of the event loop, in milliseconds: a page is rendered
 * in less.
 */
const TURN_MS = 4;

/**
 * Begins requests few at a time where many come at once. Whatever waits for the disk or a socket
 * goes on once in each turn of the event loop; were all requests that have come begun in one turn,
 * an upload, which takes a dozen of them, would wait a dozen times for everybody. So a turn begins
 * requests for some milliseconds, and then one in each further turn, in the order in which they
 * came.
 */
export class LoopTurns {
  readonly #waiting: (() => void)[] = [];
  /** When this turn began its first request; null before that. */
  #began: number | null = null;

  /** Begins the work now, or when its turn has come. */
  begin(work: () => void): void {
    if (this.#began === null) {
      this.#began = performance.now();
      setImmediate(this.#next);
    } else if (this.#waiting.length > 0 || performance.now() - this.#began >= TURN_MS) {
      this.#waiting.push(work);
      return;
    }
    work();
  }

  readonly #next = (): void => {
    const work = this.#waiting.shift();
    if (work === undefined) {
      this.#began = null;
      return;
    }
    this.#began = performance.now();
    setImmediate(this.#next);
    work();
  };
}
