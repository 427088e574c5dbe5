import { errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from "jose";
import type { Services } from "#platform/context.ts";
import type { readKeys } from "#platform/integrations/key-sets.ts";

/*
 * What an identity provider publishes of itself, its keys too, kept for those who are not known when
 * they ask: whoever sends tokens that are none doesn't make the server ask the provider each time.
 */

const FRESH_MS = 10 * 60_000;
/** So often at most they are read again for a token that none of the keys signed. */
const AGAIN_MS = 30_000;
/** So soon a provider that failed is asked again. */
const RETRY_MS = 10_000;
const MOST_KEPT = 500;

/** By what tokens of a provider are checked. */
export interface Published {
  issuer: string;
  find: ReturnType<typeof readKeys>["find"];
}

interface Kept {
  readAt: number;
  /** When it was asked last, whether it answered or not. */
  askedAt: number;
  /** It rejects where the provider failed. */
  published: Promise<Published>;
  failed: boolean;
}

/** One memory a process, by the issuers' addresses. */
const memories = new WeakMap<Services["store"], Map<string, Kept>>();

type Parts = Pick<Services, "store" | "now">;

/** @param again the keys that are there lack the one that is looked for */
function publishedBy(
  { store, now }: Parts,
  issuer: string,
  read: () => Promise<Published>,
  again: boolean,
): Promise<Published> {
  const memory = memories.get(store) ?? new Map<string, Kept>();
  memories.set(store, memory);
  const time = now().getTime();
  const known = memory.get(issuer);
  if (known !== undefined) {
    const wait = known.failed ? RETRY_MS : again ? AGAIN_MS : FRESH_MS;
    // A clock that went back makes them old.
    const since = again ? known.askedAt : known.readAt;
    if (Math.abs(time - since) < wait) return known.published;
    memory.delete(issuer);
  }
  const [oldest] = memory.keys();
  if (memory.size >= MOST_KEPT && oldest !== undefined) memory.delete(oldest);
  const entry: Kept = { readAt: time, askedAt: time, published: read(), failed: false };
  entry.published.catch(() => {
    // Keys that were right stay: a token that none of them signed is no reason to forget them.
    if (again && known?.failed === false) memory.set(issuer, { ...known, askedAt: time });
    else entry.failed = true;
  });
  memory.set(issuer, entry);
  return entry.published;
}

/**
 * What a token of a provider says. Where none of the kept keys signed it, they are read once more.
 * @param read what the provider publishes now
 * @throws what `read` and jose throw
 */
export async function verifiedBy(
  parts: Parts,
  issuer: string,
  read: () => Promise<Published>,
  { token, ...options }: { token: string } & JWTVerifyOptions,
): Promise<{ issuer: string; payload: JWTPayload }> {
  const checked = async (published: Published) => {
    const { payload } = await jwtVerify(token, published.find, {
      ...options,
      issuer: published.issuer,
    });
    return { issuer: published.issuer, payload };
  };
  const kept = await publishedBy(parts, issuer, read, false);
  try {
    return await checked(kept);
  } catch (error) {
    if (!isOfAnotherKey(error)) throw error;
    const fresh = await publishedBy(parts, issuer, read, true).catch(() => kept);
    if (fresh === kept) throw error;
    return checked(fresh);
  }
}

function isOfAnotherKey(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWSSignatureVerificationFailed
  );
}
