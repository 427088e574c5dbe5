import type { HookMessage } from "#model/webhooks.ts";
import type { Services } from "#platform/context.ts";
import { exemptFor } from "#platform/integrations/exemptions.ts";
import { SealBroken } from "#platform/files/installation-key.ts";
import { fetchOutside, isExempt, OutboundFailed } from "#platform/integrations/outbound.ts";
import { bodyFor } from "./rules/chat-messages.ts";
import { retryTime } from "./rules/retry-after.ts";
import { signedHeaders } from "./signing.server.ts";
import { sealOf, type KeptHook } from "./store/webhooks.server.ts";

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 64 * 1024;
/** How much of an answer is kept. */
const KEPT_CHARACTERS = 500;

/** Said where the data was restored without its key. */
const FOREIGN_KEY =
  "Its URL can’t be read with this installation’s key. Remove the webhook and add it again.";

/** What a try came to. */
export interface Tried {
  ok: boolean;
  /** null: there was no answer. */
  status: number | null;
  /** The beginning of the answer, or why there was none. */
  answer: string;
  /** When its receiver asks to be tried again; null where it doesn't say. */
  retryAt: Date | null;
}

type Parts = Pick<Services, "config" | "key" | "now">;

/** Whether an address can be a webhook’s: https, or one that the installation exempts. */
export function canBeAsked(url: URL, { outboundAllow }: Services["config"]): boolean {
  return (
    url.protocol === "https:" || isExempt(url, { allow: exemptFor(outboundAllow, "webhooks") })
  );
}

/** Sends one delivery once. It never throws for what the receiver does. */
export async function sendDelivery(
  { config, key, now }: Parts,
  hook: KeptHook,
  message: HookMessage,
): Promise<Tried> {
  const allow = exemptFor(config.outboundAllow, "webhooks");
  try {
    const address = key.open(sealOf(hook.orgId, hook.id, "url"), hook.sealedUrl);
    // What the installation exempts may have changed since it was typed.
    if (!canBeAsked(new URL(address), config))
      throw new OutboundFailed("Its URL doesn’t begin with https.");
    const body = bodyFor(hook.kind, message, config.origin);
    const headers =
      hook.kind === "webhook"
        ? signedHeaders(message.id, body, secretsOf({ key, now }, hook), now())
        : {};
    const answer = await fetchOutside(address, "*/*", {
      allow,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      headers,
      body: { type: "application/json", text: body },
    });
    const { status, bytes } = answer;
    return {
      ok: status >= 200 && status < 300,
      status,
      answer: beginningOf(bytes),
      retryAt: retryTime(answer.headers["retry-after"], now()),
    };
  } catch (error) {
    if (error instanceof OutboundFailed) return unanswered(error.message);
    if (error instanceof SealBroken) return unanswered(FOREIGN_KEY);
    throw error;
  }
}

function unanswered(why: string): Tried {
  return { ok: false, status: null, answer: why, retryAt: null };
}

/** The secrets that sign now: that of before, too, as long as it counts. */
function secretsOf({ key, now }: Pick<Parts, "key" | "now">, hook: KeptHook): string[] {
  const { orgId, id, sealedSecret, sealedOldSecret, oldSecretUntil } = hook;
  const isOldGood = oldSecretUntil !== null && oldSecretUntil > now().toISOString();
  return [sealedSecret, ...(isOldGood && sealedOldSecret !== null ? [sealedOldSecret] : [])].map(
    (sealed) => key.open(sealOf(orgId, id, "secret"), sealed),
  );
}

/** Strangers wrote it: its beginning, as one line. */
function beginningOf(bytes: Buffer): string {
  const text = bytes.subarray(0, KEPT_CHARACTERS * 4).toString("utf8");
  return Array.from(text.replace(/[\s\p{C}]+/gu, " ").trim())
    .slice(0, KEPT_CHARACTERS)
    .join("");
}
