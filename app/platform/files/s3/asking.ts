import type { Log } from "#platform/context.ts";
import { Retry, type BucketAnswer, type BucketClient, type BucketRequest } from "./client.ts";
import { BucketRefused, BucketUnavailable } from "./unavailable.ts";

/** For how long a request of a visitor is tried, in milliseconds. */
export interface Patience {
  reading: number;
  storing: number;
}
const PATIENCE: Patience = { reading: 10_000, storing: 15_000 };
/** After a failure each request is tried once, until one went well or this time is over. */
const DOWN_MS = 30_000;
const LOGGED_EVERY_MS = 60_000;

type BucketAsked = Omit<BucketRequest, "patienceMs">;

/** Asks a bucket with a visitor's patience, and less of it while the bucket is known to be gone. */
export class Asking {
  readonly client: BucketClient;
  /**
   * Whether the service tells an ETag of each object, as services do: a page of something in
   * between, such as a sign-in to the network, is known by having none.
   */
  hasTags = false;
  readonly #log: Log;
  readonly #patience: Patience;
  readonly #logged = new Map<string, number>();
  #downUntil = 0;

  /** @param patience for tests */
  constructor(client: BucketClient, log: Log, patience: Patience = PATIENCE) {
    this.client = client;
    this.#log = log;
    this.#patience = patience;
  }

  /**
   * Asks the bucket within a visitor's patience.
   * @throws BucketUnavailable, with a word in the log
   */
  async ask(doing: "storing" | "reading", request: BucketAsked): Promise<BucketAnswer> {
    const isDown = Date.now() < this.#downUntil;
    const patienceMs = isDown ? 0 : this.#patience[doing];
    try {
      const answer = await this.client.send({
        ...request,
        patienceMs,
        verify: (got) => {
          this.verify(request, got);
          request.verify?.(got);
        },
      });
      this.#downUntil = 0;
      return answer;
    } catch (error) {
      if (!(error instanceof BucketRefused)) throw error;
      // A file that is cut to nothing has no such range: it is damaged, not out of reach.
      if (error.answered === 416) return { status: 206, headers: {}, body: Buffer.alloc(0) };
      this.#downUntil = Date.now() + DOWN_MS;
      this.tell(error);
      throw new BucketUnavailable(doing, { cause: error });
    }
  }

  /** @throws Retry when it is something else than the bucket that answered about an object */
  verify({ method, name }: BucketAsked, { status, headers }: BucketAnswer): void {
    const tells = name !== null && (method === "GET" || method === "PUT");
    if (this.hasTags && tells && status !== 404 && headers.etag === undefined)
      throw new Retry("this is not the bucket’s answer");
  }

  /** Says in the log what the bucket answered, each answer once a minute. */
  tell(error: BucketRefused): void {
    const word = error.code || String(error.answered);
    if (Date.now() - (this.#logged.get(word) ?? 0) < LOGGED_EVERY_MS) return;
    this.#logged.set(word, Date.now());
    this.#log.warn({ error: error.message }, "the bucket of BLOBS doesn’t do what it is asked");
  }
}
