/** The vocabulary of mail and what an address and a header may be (quality.md, Attacks; spec/1 §5). */

/** queued: waits for its moment. suppressed: not sent, because the address is on the org's list. withdrawn: called back while it was held. */
export const MAIL_STATES = ["queued", "sent", "failed", "suppressed", "withdrawn"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** expanding: recipients are still being put into the outbox. */
export type MailingState = "expanding" | "expanded" | "stopped";

export const SUPPRESSION_REASONS = ["bounce", "complaint", "manual"] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** What someone waits for in front of a form overtakes the rest; a mass mailing goes last. */
export const PRIORITIES = { prompt: 0, normal: 1, mass: 2 } as const;
export type Priority = keyof typeof PRIORITIES;

/** A message as it leaves, but for its recipient: what `app/mail/render` makes and `db/outbox` stores. */
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

/** RFC 3696: 64 before the @, 255 after it. */
const MAX_ADDRESS = 320;
const MAX_LOCAL = 64;
const MAX_DOMAIN = 255;

/** Letters of any script (RFC 6531) and the marks of RFC 5322's atoms; quoted local parts are refused, since programs read them differently. */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/** Whether a text is one plain address that mail can be sent to: no name, no list, no comment, no quotes. */
export function isMailAddress(value: string): boolean {
  if (value.length > MAX_ADDRESS) return false;
  const at = value.lastIndexOf("@");
  const [local, domain] = [value.slice(0, at), value.slice(at + 1)];
  if (at < 1 || local.length > MAX_LOCAL || domain.length > MAX_DOMAIN || !LOCAL.test(local)) return false;
  return domain.split(".").every((label) => label.length <= 63 && LABEL.test(label));
}

/** The form in which addresses are compared: trimmed, lower-cased, accents composed. */
export function canonicalAddress(value: string): string {
  return value.trim().toLowerCase().normalize("NFC");
}

// Line breaks in every spelling, other control characters, and the marks that turn the direction of text around.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A text made fit for a header: one line, nothing invisible, at most `max` characters. */
export function headerText(value: string, max = 200): string {
  const line = value.replace(UNPRINTABLE, " ").replace(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join("").trimEnd()}…`;
}

/** Whether a text can stand in a header as it is. */
export function isHeaderText(value: string): boolean {
  return value.search(UNPRINTABLE) === -1;
}
