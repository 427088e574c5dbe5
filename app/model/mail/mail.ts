import * as z from "zod";
import { TOPIC_CATEGORIES } from "#model/updates/words.ts";
import { deliverableEmail, readEmail } from "#model/subscribers/email.ts";
import { DIGEST_CHOICES } from "#model/subscribers/subscriptions.ts";

/** The vocabulary of mail and what an address and a header may be. */

/**
 * queued: waits for its moment. suppressed: not sent, because the address is on the org's list.
 * withdrawn: called back while it was held.
 */
export const MAIL_STATES = ["queued", "sent", "failed", "suppressed", "withdrawn"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** expanding: recipients are still being put into the outbox. */
export type MailingState = "expanding" | "expanded" | "stopped";

export const SUPPRESSION_REASONS = ["bounce", "complaint", "manual"] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** What someone waits for in front of a form overtakes the rest; a mass mailing goes last. */
export const PRIORITIES = { prompt: 0, normal: 1, mass: 2 } as const;
export type Priority = keyof typeof PRIORITIES;

/**
 * A message as it leaves, but for its recipient: what `app/platform/mail/render` makes and `platform/mail/store/outbox`
 * stores.
 */
export interface RenderedMail {
  kind: string;
  subject: string;
  html: string;
  text: string;
  /** The org's name: the sender's display name. */
  fromName: string;
  replyTo: string | null;
  /** The part of the Message-ID after the @. */
  messageDomain: string;
  /** The portal's address: links made later, for one recipient, are built from it. */
  portalUrl: string;
  /** Headers beside the usual ones, by name. */
  headers: Readonly<Record<string, string>>;
  secret: boolean;
  requested: boolean;
  priority: Priority;
}

/**
 * A file that goes with a mail: the record of a signature. The outbox names it; its bytes are read
 * when the mail leaves.
 */
export interface Attached {
  signatureId: string;
  fileName: string;
  /** Bytes. */
  size: number;
}

/**
 * What mail servers take with certainty, a third more as it travels; a larger file is left to the
 * link.
 */
export const MAX_ATTACHED_BYTES = 5 * 1024 * 1024;

/**
 * Why a mail leaves without its file. unreadable: it could not be read or made. refused: the mail
 * server took the mail only without it.
 */
export const LEFT_OUT = ["unreadable", "too-large", "refused"] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/**
 * The form in which the addresses of the suppression list are compared: lower case, the domain in
 * ASCII, tags kept.
 */
export function suppressionKey(email: string): string {
  const address = readEmail(email);
  return address === null ? email.trim().toLowerCase() : deliverableEmail(address.email);
}

/**
 * A mailing as it is stored: its body once for subscribers, whose own links are put in later, and
 * once for everybody else.
 */
export interface RenderedMailing extends RenderedMail {
  othersHtml: string;
  othersText: string;
}

/** What stands for a subscriber's own addresses in the stored body of a mailing. */
export const PLACEHOLDERS = {
  preferencesUrl: "https://preferences.recipient.invalid/",
  unsubscribeUrl: "https://unsubscribe.recipient.invalid/",
} as const;

/** Who gets a mailing; read from its row. */
export const mailingRecipientsSchema = z.object({
  /** The confirmed subscribers who want it. */
  subscribers: z.boolean(),
  /** Others beside them. */
  audience: z
    .object({
      source: z.enum(["subscribers", "accounts", "profile", "listed"]),
      profileId: z.string().optional(),
      emails: z.array(z.string()).optional(),
    })
    .nullable(),
  /** What it is about: subscribers choose by it. */
  category: z.enum(TOPIC_CATEGORIES),
  /** None: all products. */
  productIds: z.array(z.string()),
  digest: z.enum(DIGEST_CHOICES).default("each"),
  /**
   * Subscribers who chose exactly this, instead of those whose choice includes what the mailing is
   * about: a digest is made for each choice.
   */
  choice: z
    .object({
      allUpdates: z.boolean(),
      categories: z.array(z.enum(TOPIC_CATEGORIES)),
      productIds: z.array(z.string()),
    })
    .optional(),
  /**
   * Nobody but active members of approved accounts, and addresses that staff listed and confirmed.
   */
  membersOnly: z.boolean(),
});
export type MailingRecipients = z.input<typeof mailingRecipientsSchema>;

// Line breaks in every spelling, other control characters, and the marks that turn the direction of
// text around.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A text made fit for a header: one line, nothing invisible, at most `max` characters. */
export function headerText(value: string, max = 200): string {
  const line = value.replace(UNPRINTABLE, " ").replace(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length <= max
    ? line
    : `${characters
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`;
}

/** Whether a text can stand in a header as it is. */
export function isHeaderText(value: string): boolean {
  return value.search(UNPRINTABLE) === -1;
}
