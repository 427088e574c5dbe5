import * as z from "zod";
import type { Services } from "#platform/context.ts";
import { FOLLOW_KINDS } from "../forms/follows.ts";

/**
 * Signed links in mail about following. `confirm` says what an address wants to follow, and ends;
 * `stop` says whose mails end, and works for ever.
 */
type Key = Services["key"];

const confirmSchema = z.object({
  org: z.string().max(64),
  email: z.string().min(3).max(320),
  kind: z.enum(FOLLOW_KINDS),
  productId: z.string().max(64).nullable(),
  thingId: z.string().max(200),
  pace: z.enum(["each", "weekly"]),
  until: z.string().max(40),
});
export type FollowConfirmation = z.infer<typeof confirmSchema>;

const stopSchema = z.object({
  org: z.string().max(64),
  memberId: z.string().max(64).optional(),
  subscriberId: z.string().max(64).optional(),
});
type FollowStop = z.infer<typeof stopSchema>;

/** Longer than the longest address makes one. */
const MAX_TOKEN = 3_000;

const PURPOSES = { confirm: "follow:confirm", stop: "follow:stop" } as const;

/** A token that confirms an address and what it follows. */
export function confirmToken(key: Key, confirmation: FollowConfirmation): string {
  return signed(key, PURPOSES.confirm, confirmation);
}

/** A token that ends all mails about what somebody follows. */
export function stopToken(key: Key, stop: FollowStop): string {
  return signed(key, PURPOSES.stop, stop);
}

/** What a token confirms; null for an altered or foreign one, and for one whose time is over. */
export function readConfirmation(
  key: Key,
  orgId: string,
  token: string,
  now: Date,
): FollowConfirmation | null {
  const read = confirmSchema.safeParse(payloadOf(key, PURPOSES.confirm, token));
  if (!read.success || read.data.org !== orgId) return null;
  return read.data.until > now.toISOString() ? read.data : null;
}

/** Whose mails a token ends; null for an altered or foreign one. */
export function readStop(
  key: Key,
  orgId: string,
  token: string,
): { memberId: string } | { subscriberId: string } | null {
  const read = stopSchema.safeParse(payloadOf(key, PURPOSES.stop, token));
  if (!read.success || read.data.org !== orgId) return null;
  const { memberId, subscriberId } = read.data;
  if (memberId !== undefined) return { memberId };
  return subscriberId === undefined ? null : { subscriberId };
}

function signed(key: Key, purpose: string, facts: object): string {
  const payload = Buffer.from(JSON.stringify(facts)).toString("base64url");
  return `${payload}.${key.sign(purpose, payload)}`;
}

function payloadOf(key: Key, purpose: string, token: string): unknown {
  const [payload = "", mac = "", ...rest] = token.length > MAX_TOKEN ? [] : token.split(".");
  if (rest.length > 0 || payload === "" || !key.verify(purpose, payload, mac)) return null;
  try {
    return JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
