import * as z from "zod";
import { NOT_WORK_EMAIL } from "./access-requests/access-outcomes.ts";
import { grantIn, type Viewer } from "./visibility/viewer.ts";
import {
  type EmailAddress,
  NO_ADDRESS,
  readAddresses,
  splitAddresses,
} from "#values/email-address.ts";

/** Inviting colleagues: one schema for the form and the API. */

/** @param asksForWorkEmail whether the org wants another address than this one */
export function inviteSchema(asksForWorkEmail: (address: EmailAddress) => boolean) {
  return z.object({
    emails: z.unknown().transform((given, check): EmailAddress[] => {
      const values =
        typeof given === "string"
          ? splitAddresses(given)
          : Array.isArray(given)
            ? given.map((value) => (typeof value === "string" ? value : ""))
            : [];
      const { addresses, errors } = readAddresses(values);
      if (values.length === 0) errors.push(NO_ADDRESS);
      if (values.length > MAX_COLLEAGUES)
        errors.push(`Invite at most ${MAX_COLLEAGUES} people at a time`);
      for (const { email } of addresses.filter(asksForWorkEmail))
        errors.push(`"${email}": ${NOT_WORK_EMAIL}`);
      for (const message of errors.slice(0, MAX_COLLEAGUES))
        check.issues.push({ code: "custom", message, input: given });
      return addresses;
    }),
    message: z
      .string({ error: "Enter the message as text" })
      .nullish()
      .transform((text) => text?.trim() || null)
      .pipe(z.string().max(MESSAGE_MAX, `Use at most ${MESSAGE_MAX} characters`).nullable()),
    /** On whose page the invited begin; one that can't be offered is as if none were named. */
    productId: z
      .unknown()
      .optional()
      .transform((value) => (typeof value === "string" && value.length <= 64 ? value : null)),
  });
}

export type InviteValues = z.output<ReturnType<typeof inviteSchema>>;

/** What the dialogs of inviting colleagues say. */

/** The path, below the portal's base, that the form posts to. */
export const INVITE_PATH = "/invite-colleagues";
/** The query flag that opens the dialogs: `true` the form, `sent` what it led to. */
export const INVITE_FLAG = "inviteColleagues";

export const INVITE_TITLE = "Invite colleagues";
export const INVITED_TITLE = "Invitation sent";
export const INVITE_PROBLEM_TITLE = "Problem inviting your colleagues";
/** 'contact us' leads to the support mailbox where there is one. */
export const INVITE_PROBLEM = [
  "There was an issue inviting your colleagues. Please try again, or ",
  "contact us",
  " if the problem persists.",
] as const;

/** The most that one form invites: a list, not a mailing. */
export const MAX_COLLEAGUES = 20;
/** The message goes out as one quoted line. */
export const MESSAGE_MAX = 200;

/**
 * The products on whose pages the invited may begin: those that visitors see and the inviter has
 * access to.
 */
export function productsToOffer<Product extends { id: string; show: boolean }>(
  products: readonly Product[],
  inviter: Viewer,
): Product[] {
  return products.filter(({ id, show }) => show && grantIn(inviter, id) !== null);
}

/** What the invite dialog is called, on it and in the browser's title. */
export function inviteTitle({ kind }: { kind: "form" | "sent" | "failed" }): string {
  return { form: INVITE_TITLE, sent: INVITED_TITLE, failed: INVITE_PROBLEM_TITLE }[kind];
}
