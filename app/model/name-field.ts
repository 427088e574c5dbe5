import * as z from "zod";

/** What staff call a thing of theirs in a form, such as a key or a webhook: one line of text. */
export const nameField = z
  .string({ error: "Enter a name" })
  .trim()
  .min(1, "Enter a name")
  .max(80, "Use at most 80 characters")
  .refine((text) => !/\p{Cc}/u.test(text), "Use one line of text");
