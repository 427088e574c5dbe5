import * as z from "zod";
import { emailField } from "./subscriber-email.ts";

/** The forms of the mail pages of the private area. */
export const testMailSchema = z.object({ intent: z.literal("test") });

export const suppressionSchema = z.object({ intent: z.enum(["add", "remove"], { error: "This form names nothing that this page does." }), email: emailField });

/** What staff read for a state. */
export const MAIL_STATE_WORDS = {
  queued: { label: "Queued", tone: "blue" },
  sent: { label: "Sent", tone: "green" },
  failed: { label: "Failed", tone: "red" },
  suppressed: { label: "Suppressed", tone: "yellow" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
} as const;

export const SUPPRESSION_WORDS = { bounce: "The address does not exist", complaint: "Marked as spam", manual: "Added by staff" } as const;
