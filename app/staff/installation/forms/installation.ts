import * as z from "zod";
import { orgName, orgSlug, staffEmail } from "#model/auth/forms/staff-forms.ts";

/** The forms of those who run the installation. */
export const newOrgSchema = z.object({ name: orgName, slug: orgSlug, ownerEmail: staffEmail });

export const orgChangeSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("suspend"),
      reason: z.string().trim().max(500, "Use at most 500 characters").default(""),
    }),
    z.object({ intent: z.literal("resume") }),
    z.object({
      intent: z.literal("delete"),
      slug: z
        .string({ error: "Type the email address to confirm" })
        .max(100, "Type the email address to confirm"),
    }),
  ],
  { error: "Something went wrong with this form. Reload the page and try again." },
);
