import * as z from "zod";
import { emailFault, readTypedEmail } from "#model/subscribers/email.ts";

/** The forms of the NDA: signing by members, settings and imports by staff. */

export const signNdaSchema = z.object({
  name: z
    .string({ error: "Enter your full name" })
    .trim()
    .min(2, "Enter your full name")
    .max(200, "Use at most 200 characters"),
  agree: z.literal("yes", { error: "Select the checkbox to agree to the NDA" }),
  versionId: z
    .string({ error: "Something went wrong with this form. Reload the page and try again." })
    .min(1)
    .max(64),
});

export const ndaSettingsSchema = z.object({
  provider: z.enum(["none", "clickwrap"], { error: "Choose how the NDA is signed" }),
  accountWide: z
    .literal("yes")
    .optional()
    .transform((value) => value !== undefined),
});

export const ndaVersionSchema = z.object({
  title: z
    .string({ error: "Enter a title" })
    .trim()
    .min(1, "Enter a title")
    .max(200, "Use at most 200 characters"),
  body: z
    .string({ error: "Enter the text" })
    .trim()
    .min(1, "Enter the text")
    .max(60_000, "Use at most 60,000 characters"),
  /** The second button: the first one only shows the text as members will read it. */
  confirmed: z
    .literal("yes")
    .optional()
    .transform((value) => value !== undefined),
});

export const importNdaSchema = z.object({
  accountId: z.string({ error: "Choose the account" }).min(1, "Choose the account").max(64),
  covers: z.enum(["member", "account"], { error: "Choose who it covers" }),
  name: z
    .string({ error: "Enter who signed" })
    .trim()
    .min(1, "Enter who signed")
    .max(200, "Use at most 200 characters"),
  email: z
    .string({ error: "Enter the signer’s email address" })
    .trim()
    .max(320, "Use at most 320 characters")
    .transform((text, context) => {
      const address = readTypedEmail(text);
      if (address === null)
        context.issues.push({ code: "custom", message: emailFault(text), input: text });
      return address?.email ?? "";
    }),
  signedOn: z
    .string({ error: "Enter the day" })
    .trim()
    .refine(isDay, "Enter a day such as 2026-11-20"),
  note: z
    .string()
    .trim()
    .max(1_000, "Use at most 1000 characters")
    .optional()
    .transform((text) => (text === undefined || text === "" ? null : text)),
});

function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
    new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
  );
}
