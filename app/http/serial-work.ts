/** Runs a piece of work once for all who ask for it at the same time. */
export class OneAtATime {
  readonly #running = new Map<string, Promise<unknown>>();

  /**
   * @returns what the work gave to the one who began it, undefined to those who waited for its end
   */
  async run<T extends object>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    const running = this.#running.get(name);
    if (running !== undefined) {
      await running.catch(() => undefined);
      return undefined;
    }
    const promise = work();
    this.#running.set(name, promise);
    try {
      return await promise;
    } finally {
      this.#running.delete(name);
    }
  }
}
