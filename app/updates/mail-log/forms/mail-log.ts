import * as z from "zod";
import { MAIL_STATES, type MailState } from "#model/mail/mail.ts";
import { isErased } from "#model/privacy/erased.ts";
import { emailField, type EmailAddress } from "#model/subscribers/email.ts";

/** The forms of the mail pages of the private area. */
export const testMailSchema = z.object({ intent: z.literal("test") });

/** An address, or what stands in the list for one that was erased. */
const listedAddress = z.unknown().transform((value, check): EmailAddress => {
  if (typeof value === "string" && isErased(value)) return { email: value, key: value, domain: "" };
  const address = emailField.safeParse(value);
  if (address.success) return address.data;
  for (const { message } of address.error.issues)
    check.issues.push({ code: "custom", message, input: value });
  return z.NEVER;
});

export const suppressionSchema = z.object({
  intent: z.enum(["add", "remove"], {
    error: "Something went wrong with this form. Reload the page and try again.",
  }),
  email: listedAddress,
});

/** What staff read for a state. */
export const MAIL_STATE_WORDS = {
  queued: { label: "Queued", tone: "blue" },
  sent: { label: "Sent", tone: "green" },
  failed: { label: "Failed", tone: "red" },
  suppressed: { label: "Suppressed", tone: "yellow" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
} as const;

/** What the log is narrowed to: mails in a state, and to addresses that hold the text. */
export interface MailQuery {
  state: MailState | null;
  q: string;
}

/** The log that an address asks for. */
export function mailQuery(address: URLSearchParams): MailQuery {
  return {
    state: MAIL_STATES.find((known) => known === address.get("state")) ?? null,
    q: (address.get("q") ?? "").slice(0, 320),
  };
}

/** The query of an address that narrows the log so. */
export function mailSearchParams({ state, q }: MailQuery): URLSearchParams {
  return new URLSearchParams({
    ...(state === null ? {} : { state }),
    ...(q === "" ? {} : { q }),
  });
}

/** Why a file did not go with a mail, as staff read it. */
export const LEFT_OUT_WORDS = {
  unreadable: "left out: it could not be read",
  "too-large": "left out: too large for an email",
  refused: "left out: the mail server refused it",
} as const;

export const SUPPRESSION_WORDS = {
  bounce: "The address does not exist",
  complaint: "Marked as spam",
  manual: "Added by your team",
} as const;
