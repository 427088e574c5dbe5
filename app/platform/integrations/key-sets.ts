import { createLocalJWKSet, type JSONWebKeySet, type JWK } from "jose";
import type { Services } from "../context.ts";
import { exemptFor } from "./exemptions.ts";
import { fetchOutside, OutboundFailed } from "./outbound.ts";

/**
 * The published keys of identity providers, kept in memory: read again when they are ten minutes
 * old, at most once in half a minute for a key that is not among them, and kept for a day while
 * their server fails.
 */
const FRESH_MS = 10 * 60_000;
const KEPT_MS = 24 * 3_600_000;
const REFRESH_EVERY_MS = 30_000;
const RETRY_AFTER_MS = 10_000;
const MAX_SETS = 500;
const MAX_KEYS = 50;

type KeyFinder = ReturnType<typeof createLocalJWKSet>;

interface KeySet {
  find: KeyFinder;
  count: number;
}

interface Entry {
  keys: KeySet | null;
  /** When they were read. */
  readAt: number;
  /** When they were asked for last, with whatever success. */
  askedAt: number;
  failure: OutboundFailed | null;
  reading: Promise<void> | null;
}

export class KeySets {
  readonly #entries = new Map<string, Entry>();

  /**
   * The keys at an address.
   * @param again the keys that are there lack the one that is looked for
   * @param strict those of before are none when their server failed now
   * @throws OutboundFailed when there are none and none can be read
   */
  async at(
    address: string,
    { config, now }: Pick<Services, "config" | "now">,
    again = false,
    strict = false,
  ): Promise<KeySet> {
    const entry = this.#entryOf(address);
    const time = now().getTime();
    if (isDue(entry, time, again)) {
      entry.reading ??= this.#read(
        address,
        entry,
        exemptFor(config.outboundAllow, "keys"),
        time,
      ).finally(() => (entry.reading = null));
      await entry.reading;
    }
    if (strict && entry.failure !== null) throw entry.failure;
    if (entry.keys !== null && Math.abs(time - entry.readAt) <= KEPT_MS) return entry.keys;
    throw entry.failure ?? new OutboundFailed("The keys were not read yet.");
  }

  async #read(
    address: string,
    entry: Entry,
    allow: readonly string[],
    time: number,
  ): Promise<void> {
    entry.askedAt = time;
    try {
      entry.keys = readKeys(
        await fetchOutside(address, "application/jwk-set+json, application/json", { allow }),
      );
      entry.readAt = time;
      entry.failure = null;
    } catch (error) {
      if (!(error instanceof OutboundFailed)) throw error;
      entry.failure = error;
    }
  }

  #entryOf(address: string): Entry {
    const known = this.#entries.get(address);
    if (known !== undefined) return known;
    const [oldest] = this.#entries.keys();
    if (this.#entries.size >= MAX_SETS && oldest !== undefined) this.#entries.delete(oldest);
    const entry: Entry = {
      keys: null,
      readAt: Number.NEGATIVE_INFINITY,
      askedAt: Number.NEGATIVE_INFINITY,
      failure: null,
      reading: null,
    };
    this.#entries.set(address, entry);
    return entry;
  }
}

/**
 * Whether the keys are read (again) now. A clock that went back makes them old, not fresh for
 * longer.
 */
function isDue(
  { keys, readAt, askedAt, failure, reading }: Entry,
  time: number,
  again: boolean,
): boolean {
  if (reading !== null) return again || keys === null;
  const since = time - askedAt;
  if (since < 0) return true;
  if (failure !== null) return since >= RETRY_AFTER_MS;
  if (again) return since >= REFRESH_EVERY_MS;
  return time - readAt >= FRESH_MS;
}

/**
 * Signing keys of asymmetric algorithms; a private part that was published by mistake makes a key
 * worthless.
 */
export function readKeys({ status, bytes }: { status: number; bytes: Buffer }): KeySet {
  if (status !== 200) throw new OutboundFailed(`It answered ${status}.`);
  let set: unknown;
  try {
    set = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new OutboundFailed("Its answer is not JSON.");
  }
  const listed =
    typeof set === "object" && set !== null && "keys" in set && Array.isArray(set.keys)
      ? (set.keys as unknown[])
      : null;
  if (listed === null) throw new OutboundFailed("Its answer isn’t a key set.");
  const keys = listed.filter(isUsable).slice(0, MAX_KEYS);
  if (keys.length === 0) throw new OutboundFailed("It holds no public key that signs.");
  return { find: createLocalJWKSet({ keys } as JSONWebKeySet), count: keys.length };
}

function isUsable(key: unknown): key is JWK {
  if (typeof key !== "object" || key === null || !("kty" in key)) return false;
  const { kty, use, d } = key as JWK;
  return (
    (kty === "RSA" || kty === "EC" || kty === "OKP") &&
    (use === undefined || use === "sig") &&
    d === undefined
  );
}
