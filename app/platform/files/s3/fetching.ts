import { BlobMissing } from "../blob-errors.ts";
import { totalOf } from "./answers.ts";
import type { Asking } from "./asking.ts";
import type { BlockCache } from "./block-cache.ts";
import { bytesOf, KEPT_BLOCKS, startOfBlock, type Span } from "./blocks.ts";
import { Retry } from "./client.ts";
import { nameOf } from "./names.ts";

/** Which of an org's blobs, and how many bytes all of it has. */
interface Wanted {
  orgId: string;
  hash: string;
  size: number;
}

/** Fetches blocks of blobs, each once for all who wait for it, and keeps the beginnings of blobs. */
export class Fetching {
  readonly #asking: Asking;
  readonly #cache: BlockCache | null;
  /** What is being fetched, by its name. */
  readonly #flights = new Map<string, Flight>();

  constructor(asking: Asking, cache: BlockCache | null) {
    this.#asking = asking;
    this.#cache = cache;
  }

  /** Some blocks, from this machine's disk or from the bucket. */
  async span(wanted: Wanted, span: Span, signal: AbortSignal): Promise<Buffer> {
    const { orgId, hash, size } = wanted;
    const { first, count } = span;
    if (count === 1 && first < KEPT_BLOCKS) {
      const kept = (await this.#cache?.get(orgId, hash, first)) ?? null;
      if (kept !== null && kept.size === size) return kept.bytes;
    }
    const name = `${nameOf(orgId, hash)}/${first}+${count}`;
    const flight = this.#flights.get(name) ?? this.#start(wanted, span, name);
    return flight.wait(signal, () => this.#landed(name, flight));
  }

  /** Nobody new waits for what is being fetched of a blob. */
  forget(orgId: string, hash: string): void {
    for (const name of this.#flights.keys())
      if (name.startsWith(`${nameOf(orgId, hash)}/`)) this.#flights.delete(name);
  }

  #start({ orgId, hash, size }: Wanted, span: Span, name: string): Flight {
    const start = startOfBlock(span.first);
    const length = bytesOf(span, size);
    const flight = new Flight(async (signal) => {
      const { status, body } = await this.#asking.ask("reading", {
        method: "GET",
        name: nameOf(orgId, hash),
        range: { first: start, last: start + length - 1 },
        signal,
        verify: (answer) => {
          if (answer.status === 404) return;
          const isPart = answer.status === 206 && totalOf(answer.headers) === size;
          if (!isPart || answer.body.length !== length) throw new Retry("the answer is cut");
        },
      });
      if (status === 404) throw new BlobMissing(hash);
      if (span.count === 1 && span.first < KEPT_BLOCKS)
        void this.#cache?.put(orgId, hash, span.first, { bytes: body, size });
      return body;
    });
    this.#flights.set(name, flight);
    const over = () => this.#landed(name, flight);
    flight.ended.then(over, over);
    return flight;
  }

  #landed(name: string, flight: Flight): void {
    if (this.#flights.get(name) === flight) this.#flights.delete(name);
  }
}

/** Blocks on their way. They go on while somebody waits for it. */
class Flight {
  readonly ended: Promise<Buffer>;
  readonly #abort = new AbortController();
  #waiting = 0;

  constructor(fetch: (signal: AbortSignal) => Promise<Buffer>) {
    this.ended = fetch(this.#abort.signal);
    this.ended.catch(() => undefined);
  }

  /**
   * Waits until the block is there, or the signal comes.
   * @param left told when nobody waits any more: the flight has ended then
   */
  wait(signal: AbortSignal, left: () => void): Promise<Buffer> {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      const away = () => {
        this.#waiting -= 1;
        if (this.#waiting === 0) {
          left();
          this.#abort.abort();
        }
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", away, { once: true });
      this.ended.then(resolve, reject).finally(() => signal.removeEventListener("abort", away));
    });
  }
}
