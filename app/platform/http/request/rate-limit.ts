import { RateLimiterRes } from "rate-limiter-flexible";
import { dialectOf, type Reader } from "#db/engine.ts";
import type { InstallationKey } from "#platform/files/installation-key.ts";
import { type Counter, OwnCounter, SharedCounter } from "./limit-counters.ts";
import { guardOf, type Limit, LIMIT_NAMES, type LimitName, LIMITS } from "./limits.ts";

export type { LimitName } from "./limits.ts";

/** What whose tries these are is hidden with, where they are counted in the database. */
const KEY_PURPOSE = "rate-limits";

/** How a key stands with a limit: the limit, what is left of it, and until when. */
export interface Standing {
  points: number;
  seconds: number;
  left: number;
  resetSeconds: number;
}

/**
 * Too many tries. A page answers 429 with Retry-After and shows its form again with this message.
 */
export class TooManyRequests extends Error {
  readonly status = 429;
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`Too many attempts. Please try again in ${formatSeconds(retryAfterSeconds)}.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Counts tries. On a database that several processes share, what guards people is counted in it:
 * a restart forgets nothing there, and where the database is away nobody is let through. Everything
 * else is counted in the memory of this process: a restart forgets it, which is no way in for
 * anyone outside.
 */
export class RateLimits {
  readonly #limiters: ReadonlyMap<LimitName, Counter>;

  /**
   * @param shared the database of the installation, and the key that hides there whose tries they
   *   are; null: all is counted in memory
   */
  constructor(shared: { read: Reader; key: Pick<InstallationKey, "derive"> } | null = null) {
    const isShared = shared !== null && dialectOf(shared.read).sharesCounts;
    this.#limiters = new Map(
      LIMIT_NAMES.map((name) => [
        name,
        isShared && guardOf(name) === "people"
          ? new SharedCounter(name, shared.read, shared.key.derive(KEY_PURPOSE))
          : new OwnCounter(name),
      ]),
    );
  }

  /**
   * Counts one try before it is made, so that parallel ones count too.
   * @param key whose tries these are; any text
   * @param points how much it counts
   * @throws TooManyRequests when the tries are used up; StorageUnavailable where they can't be
   *   counted now
   */
  async consume(name: LimitName, key: string, points = 1): Promise<void> {
    try {
      await this.#limiter(name).consume(keyOf(name, key), points);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw new TooManyRequests(Math.max(1, Math.ceil(refused.msBeforeNext / 1_000)));
    }
  }

  /**
   * Counts one try, as `consume`, and says whether it was one too many.
   * @throws StorageUnavailable where it can't be counted now
   */
  async allows(name: LimitName, key: string): Promise<boolean> {
    try {
      await this.consume(name, key);
      return true;
    } catch (error) {
      if (error instanceof TooManyRequests) return false;
      throw error;
    }
  }

  /** What a limit allows, and how much of it a key has left now. */
  async standing(name: LimitName, key: string): Promise<Standing> {
    const { points, seconds }: Limit = LIMITS[name];
    const state = await this.#limiter(name).get(keyOf(name, key));
    return {
      points,
      seconds,
      left: state === null ? points : Math.max(0, state.remainingPoints),
      resetSeconds: state === null ? seconds : Math.max(1, Math.ceil(state.msBeforeNext / 1_000)),
    };
  }

  /** Whether the next try of this key would be refused. */
  async isSpent(name: LimitName, key: string): Promise<boolean> {
    const state = await this.#limiter(name).get(keyOf(name, key));
    return state !== null && state.remainingPoints <= 0;
  }

  /** Gives a key all its tries back, after it proved right. */
  async forgive(name: LimitName, key: string): Promise<void> {
    await this.#limiter(name).forgive(keyOf(name, key));
  }

  /** Gives one try back, after it proved right; those of others stay counted. */
  async giveBack(name: LimitName, key: string): Promise<void> {
    await this.#limiter(name).giveBack(keyOf(name, key));
  }

  #limiter(name: LimitName): Counter {
    const limiter = this.#limiters.get(name);
    if (limiter === undefined) throw new Error(`there is no limit called ${name}`);
    return limiter;
  }
}

function keyOf(name: LimitName, key: string): string {
  const limit: Limit = LIMITS[name];
  return limit.by === "ip" ? networkOf(key) : key;
}

/**
 * Whom an address stands for: an IPv4 address for itself, an IPv6 one for its /64, all of which one
 * subscriber has at hand.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!ip.includes(":")) return ip;
  const [before = "", after] = (ip.split("%")[0] ?? "").toLowerCase().split("::");
  const [head, tail] = [before, after ?? ""].map((half) => half.split(":").filter(Boolean)) as [
    string[],
    string[],
  ];
  const zeros = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: zeros }, () => "0"), ...tail];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

function formatSeconds(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
