/** Work that nobody waits for, one piece at a time, each cancelled as long as it has not begun. */
export class BackgroundWork<Owner> {
  readonly #waiting = new Map<Owner, () => Promise<void>>();
  #running = false;

  add(owner: Owner, work: () => Promise<void>): void {
    this.#waiting.set(owner, work);
    if (!this.#running) void this.#run();
  }

  cancel(owner: Owner): void {
    this.#waiting.delete(owner);
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (const [owner, work] of this.#waiting) {
      this.#waiting.delete(owner);
      // What fails here leaves things as they were, which is good enough.
      await work().catch(() => undefined);
    }
    this.#running = false;
  }
}
