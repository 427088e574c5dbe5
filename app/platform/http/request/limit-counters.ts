import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  type RateLimiterRes,
  type RateLimiterStoreAbstract,
} from "rate-limiter-flexible";
import type { Reader } from "#db/engine.ts";
import { sha256 } from "#db/ids.ts";
import { countsIn, LIMITS_TABLE } from "#platform/http/store/limit-counts.server.ts";
import { type LimitName, LIMITS } from "./limits.ts";

/** How long this process refuses by what it knows before it asks the database again, in milliseconds. */
const KNOWN_MS = 5_000;

/** What the library says of a key. */
type Count = Pick<RateLimiterRes, "remainingPoints" | "msBeforeNext">;

/** The tries of one limit, by whose they are. */
export interface Counter {
  /** @throws RateLimiterRes when they are used up */
  consume(key: string, points: number): Promise<unknown>;
  get(key: string): Promise<Count | null>;
  forgive(key: string): Promise<unknown>;
  giveBack(key: string): Promise<unknown>;
}

/** Counts in the memory of this process. */
export class OwnCounter implements Counter {
  readonly #limiter: RateLimiterMemory;

  constructor(name: LimitName) {
    const { points, seconds } = LIMITS[name];
    this.#limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  }

  consume(key: string, points: number): Promise<unknown> {
    return this.#limiter.consume(sha256(key), points);
  }

  get(key: string): Promise<Count | null> {
    return this.#limiter.get(sha256(key));
  }

  forgive(key: string): Promise<unknown> {
    return this.#limiter.delete(sha256(key));
  }

  giveBack(key: string): Promise<unknown> {
    return this.#limiter.reward(sha256(key));
  }
}

/**
 * Counts in the database, one statement a try. Who was refused is refused from memory, so that a
 * flood doesn't reach the database; every few seconds it is asked again, for another process may
 * have forgiven the tries meanwhile.
 */
export class SharedCounter implements Counter {
  readonly #limiter: RateLimiterStoreAbstract;
  readonly #name: LimitName;
  readonly #secret: KeyObject;
  #knownSince = 0;

  /** @param secret what hides whose tries they are */
  constructor(name: LimitName, read: Reader, secret: Buffer) {
    const { points, seconds } = LIMITS[name];
    this.#name = name;
    this.#secret = createSecretKey(secret);
    this.#limiter = new RateLimiterPostgres({
      storeClient: countsIn(read),
      storeType: "pool",
      tableName: LIMITS_TABLE,
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
      // Whoever has used the last try and proves right gets it back, so it is no refusal yet.
      inMemoryBlockOnConsumed: points + 1,
    });
  }

  consume(key: string, points: number): Promise<unknown> {
    const now = performance.now();
    if (now - this.#knownSince >= KNOWN_MS) {
      this.#knownSince = now;
      this.#limiter.deleteInMemoryBlockedAll();
    }
    return this.#limiter.consume(this.#hidden(key), points);
  }

  get(key: string): Promise<Count | null> {
    return this.#limiter.get(this.#hidden(key));
  }

  forgive(key: string): Promise<unknown> {
    return this.#limiter.delete(this.#hidden(key));
  }

  async giveBack(key: string): Promise<unknown> {
    const given = await this.#limiter.reward(this.#hidden(key));
    this.#limiter.deleteInMemoryBlockedAll();
    return given;
  }

  /** Another text for each limit: rows don't say that they are of one person. */
  #hidden(key: string): string {
    return createHmac("sha256", this.#secret).update(`${this.#name} ${key}`).digest("base64url");
  }
}
