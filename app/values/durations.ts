/** The bounds that durations are counted by, in seconds: from a page in memory to a long upload. */
export const DURATION_BOUNDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120,
] as const;

/** How long things took: how many up to each bound, and all together. Noting one costs next to nothing. */
export class Durations {
  readonly #counts = new Float64Array(DURATION_BOUNDS.length + 1);
  #seconds = 0;

  /** @param ms what one took, in milliseconds */
  note(ms: number): void {
    const seconds = ms / 1000;
    this.#seconds += seconds;
    let at = 0;
    while (at < DURATION_BOUNDS.length && seconds > (DURATION_BOUNDS[at] ?? 0)) at += 1;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  /** How many took no longer than each bound, how many there were, and their seconds together. */
  figures(): { upTo: number[]; count: number; seconds: number } {
    let count = 0;
    const upTo = Array.from(this.#counts, (own) => (count += own)).slice(0, -1);
    return { upTo, count, seconds: this.#seconds };
  }
}
