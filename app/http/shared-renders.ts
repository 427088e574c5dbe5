import { spending } from "#platform/http/request/current-request.ts";
import type { CachedPage, PageCache, Place } from "./page-cache.ts";
import type { Packed } from "./send.ts";
import { type Asked, Left, type StrangersLine, subnetOf } from "./strangers-line.ts";

/** What a render gives: a page that is kept, or an answer of the visitor's own. */
type Rendered = CachedPage | Packed;

/** More rounds than anybody waits whose page is rendered at all; the others were begun by visitors who left. */
const MOST_ROUNDS = 100;

/** One question for a page for everyone. */
interface Question {
  asked: Asked;
  place: Place;
  /** The store's generation when it came. */
  since: number;
}

/**
 * Renders a page for everyone once for all who ask for it at the same time.
 *
 * No answer shows a state older than its question. So whoever came while a render was going on
 * takes its page when nothing was saved between that render's begin and their coming, or when the
 * page is what the database would still give. Otherwise they wait for the next render, which began
 * after they came: what was saved since then does not make it wrong for them. Nobody renders alone
 * while others render the same page, however often it changes meanwhile.
 */
export class SharedRenders {
  readonly #cache: PageCache;
  readonly #line: StrangersLine;
  readonly #generation: () => number;
  readonly #now: () => Date;
  /** What is being done, by its name. */
  readonly #running = new Map<string, Promise<Rendered>>();

  /** @param clocks the store's generation, and the time */
  constructor(
    cache: PageCache,
    line: StrangersLine,
    { generation, now }: { generation: () => number; now: () => Date },
  ) {
    this.#cache = cache;
    this.#line = line;
    this.#generation = generation;
    this.#now = now;
  }

  /**
   * The kept page, or what the render gives to whoever began it.
   * @param render renders the page and keeps it
   * @returns undefined when somebody else's render gave no page that is kept
   */
  page(asked: Asked, place: Place, render: () => Promise<Rendered>): Promise<Rendered | undefined> {
    const question = { asked, place, since: this.#generation() };
    const { origin, key, domainOrgSlug } = place;
    const name = `${domainOrgSlug ?? ""} ${origin} ${key}`;
    // Whoever of a network asks first waits for it in the queue; a network's long line holds up no
    // other's.
    return this.#once(`${subnetOf(asked.door.ip)} ${name}`, question, () =>
      this.#line.inTurn(asked, async () => (await this.#once(name, question, render)) ?? render()),
    );
  }

  /**
   * The kept page, or what the work gives, which is done for one at a time.
   *
   * Each round ends with the work of somebody who gets their answer by it, or has left. Of those
   * that bring a page, the third one at the latest is young enough: the first was begun before this
   * question, and the second may have got what was begun before it. Whoever met nothing but visitors
   * who left renders alone in the end.
   */
  async #once(
    name: string,
    question: Question,
    work: () => Promise<Rendered>,
  ): Promise<Rendered | undefined> {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const kept = await this.#cache.find(question.place);
      if (kept !== undefined) return kept;
      if (question.asked.res.destroyed) throw new Left();
      const running = this.#running.get(name);
      if (running === undefined) return this.#begin(name, work);
      const given = await spending("queue", running).catch((error: unknown) =>
        error instanceof Left ? null : undefined,
      );
      if (given === null) continue;
      if (given === undefined || !("bodies" in given)) return undefined;
      if (this.#answers(question, given)) return given;
    }
    return undefined;
  }

  async #begin(name: string, work: () => Promise<Rendered>): Promise<Rendered> {
    const promise = work();
    this.#running.set(name, promise);
    try {
      return await promise;
    } finally {
      this.#running.delete(name);
    }
  }

  /** Whether a page shows no state older than a question, by what was saved and by the clock. */
  #answers({ since }: Question, page: CachedPage): boolean {
    return page.generation >= since && page.validUntil > this.#now().getTime();
  }
}
