/** What waits for its moment, by name; a name waits once. */
export class Timers {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  after(name: string, ms: number, run: () => void): void {
    this.stop(name);
    this.#timers.set(name, setTimeout(run, ms));
  }

  stop(name: string): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }

  stopAll(): void {
    for (const name of this.#timers.keys()) this.stop(name);
  }
}
