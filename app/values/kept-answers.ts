/** Answers of others that are good for a while: at most so many, each for so long. */
export class KeptAnswers<Answer> {
  readonly #kept = new Map<string, { answer: Answer; until: number }>();
  readonly #most: number;
  readonly #forMs: number;

  /**
   * @param most the oldest goes when there is one more
   * @param forMs how long an answer is good, in milliseconds
   */
  constructor(most: number, forMs: number) {
    this.#most = most;
    this.#forMs = forMs;
  }

  /** The answer to a question, or undefined where there is none that is good now. */
  get(question: string, now: Date): Answer | undefined {
    const kept = this.#kept.get(question);
    return kept !== undefined && kept.until > now.getTime() ? kept.answer : undefined;
  }

  keep(question: string, answer: Answer, now: Date): void {
    this.#kept.delete(question);
    this.#kept.set(question, { answer, until: now.getTime() + this.#forMs });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
  }
}
