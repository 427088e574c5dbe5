import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";

/**
 * What Resend tells about a mail that it took: signed calls in the manner of Standard Webhooks
 * (Svix).
 */
const TOLERANCE_SECONDS = 300;
const PREFIX = "whsec_";

/** The headers of a call; `svix-` or `webhook-`, as the sender's age has it. */
export interface SignedHeaders {
  id: string | null;
  timestamp: string | null;
  signature: string | null;
}

/**
 * Whether a call was signed with the secret, within five minutes of now. Several signatures may
 * stand there while a secret is being changed; one that is right is enough.
 * @param body the bytes as they came, as text
 */
export function isSigned(
  { id, timestamp, signature }: SignedHeaders,
  body: string,
  secret: string,
  now: Date,
): boolean {
  if (
    id === null ||
    timestamp === null ||
    signature === null ||
    id.length > 200 ||
    !/^\d{1,12}$/.test(timestamp)
  )
    return false;
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  return signature
    .split(" ")
    .slice(0, 10)
    .some((entry) => {
      const [version, value = ""] = entry.split(",");
      const given = Buffer.from(value, "base64");
      return (
        version === "v1" && given.length === expected.length && timingSafeEqual(given, expected)
      );
    });
}

/** The part of an event that counts here; what else it says is ignored. */
const eventSchema = z.object({
  type: z.string().max(100),
  data: z
    .object({
      email_id: z.string().max(200).optional(),
      tags: z
        .union([
          z.record(z.string(), z.string()),
          z.array(z.object({ name: z.string(), value: z.string() })),
        ])
        .optional(),
      bounce: z
        .object({
          type: z.string().optional(),
          subType: z.string().optional(),
          message: z.string().optional(),
        })
        .optional(),
    })
    .optional(),
});

/** A mail that did not arrive, or was not wanted. */
export interface Complaint {
  /** The provider's id of the mail, and ours from its tag. */
  providerId: string | null;
  mailId: string | null;
  reason: "bounce" | "complaint";
  detail: string;
}

/**
 * What an event says about a mail; null for events that change nothing here. @throws z.ZodError for
 * what is no event
 */
export function complaintOf(event: unknown): Complaint | null {
  const { type, data } = eventSchema.parse(event);
  if (data === undefined) return null;
  const tags = Array.isArray(data.tags)
    ? Object.fromEntries(data.tags.map(({ name, value }) => [name, value]))
    : (data.tags ?? {});
  const mail = { providerId: data.email_id ?? null, mailId: tags.outbox ?? null };
  if (type === "email.complained")
    return { ...mail, reason: "complaint", detail: "The recipient marked it as spam." };
  // A full mailbox or a server that is away passes; the address stays good.
  const isTransient = data.bounce?.type?.toLowerCase() === "transient";
  if ((type === "email.bounced" && !isTransient) || type === "email.suppressed")
    return {
      ...mail,
      reason: "bounce",
      detail: (data.bounce?.message ?? "The email bounced.").slice(0, 500),
    };
  return null;
}
