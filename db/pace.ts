/**
 * How long one piece of long work keeps the event loop before it lets others have their turn, in
 * milliseconds: far below what somebody who waits for a page would notice, far above what a turn
 * costs.
 */
const SLICE_MS = 8;

/**
 * Lets the pages of others be answered in the midst of long work: they read what was there before
 * it.
 */
export function breath(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/**
 * The clock of one piece of long work: says when the loop is due to others, and lets them have it.
 */
export class Pace {
  #since = performance.now();

  /** Whether this work has kept the loop for a slice; asking costs next to nothing. */
  get isDue(): boolean {
    return performance.now() - this.#since >= SLICE_MS;
  }

  /** Lets the others have their turn. */
  async breathe(): Promise<void> {
    await breath();
    this.#since = performance.now();
  }
}

/**
 * Runs steps to their end, slice by slice. @returns what the generator returns. @throws what it
 * throws
 */
export async function inSlices<T>(steps: Generator<unknown, T, void>): Promise<T> {
  const pace = new Pace();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (pace.isDue) await pace.breathe();
  }
}

/** As `map` of an array, slice by slice; for what takes microseconds a row and has thousands. */
export function mapInSlices<From, To>(
  rows: readonly From[],
  each: (row: From, place: number) => To,
): Promise<To[]> {
  return inSlices(mapped(rows, each));
}

function* mapped<From, To>(
  rows: readonly From[],
  each: (row: From, place: number) => To,
): Generator<void, To[], void> {
  const to: To[] = [];
  for (const [place, row] of rows.entries()) {
    to.push(each(row, place));
    yield;
  }
  return to;
}
