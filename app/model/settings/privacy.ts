import * as z from "zod";
import { emailField, readTypedEmail } from "#model/subscribers/email.ts";

/** The person that the privacy pages are about. */
export const personSchema = z.object({ email: emailField });

/** Erasing takes the address typed once more. */
export const erasureSchema = personSchema
  .extend({
    confirmation: z
      .string({ error: "Type the email address to confirm" })
      .trim()
      .min(1, "Type the email address to confirm")
      .max(320, "Use at most 320 characters"),
  })
  .superRefine(({ email, confirmation }, check) => {
    if (readTypedEmail(confirmation)?.email !== email.email)
      check.addIssue({
        code: "custom",
        path: ["confirmation"],
        message: `Type ${email.email} to confirm`,
      });
  });

/** Kinds of records about a person, in the words of the page. */
export const RECORD_WORDS = {
  memberships: "Memberships of accounts",
  requests: "Access requests",
  invitationsUsed: "Invitations from them that were used",
  decisions: "Decisions about them",
  signatures: "NDA signatures",
  subscriptions: "Subscriptions",
  events: "Events: views, downloads, searches",
  traces: "Watermark traces",
  mails: "Emails to them",
  sessions: "Sessions",
  signInLinks: "Sign-in links",
  partnerTokens: "Data they sent to TPRM tools",
  memberKeys: "Keys of their programs",
  visits: "Days of their last visits",
  follows: "What they follow",
  comments: "Comments on items",
  questionnaires: "Questionnaires they sent",
  invitations: "Invitations from and to them",
  audit: "Audit entries",
  requestQuestions: "Questions about their requests",
  requestNotes: "Internal notes on requests",
  notes: "Notes on accounts that contain their address",
  lists: "Blocks, rules and suppressed addresses",
} as const;
