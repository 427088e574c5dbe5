import { createHmac, randomBytes } from "node:crypto";

/*
 * Standard Webhooks: what a receiver knows a message by. Its libraries read these headers as they are.
 */

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new secret, as the receiver keeps it. */
export function newHookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** How receivers know a delivery, the same at every try. */
export function messageId(deliveryId: string): string {
  return `msg_${deliveryId}`;
}

/**
 * The headers of one try.
 * @param secrets those that a receiver may have: the new one, and for a while the one of before
 * @param at the moment of the try, which receivers compare with their clocks
 */
export function signedHeaders(
  deliveryId: string,
  body: string,
  secrets: readonly string[],
  at: Date,
): Record<string, string> {
  const id = messageId(deliveryId);
  const seconds = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    const digest = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
    return `v1,${digest}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": signatures.join(" "),
  };
}
