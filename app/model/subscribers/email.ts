import * as z from "zod";
import { emailFault, readTypedEmail, type EmailAddress } from "#values/email-address.ts";

export {
  bareAddress,
  deliverableEmail,
  emailFault,
  readDomain,
  readEmail,
  readTypedEmail,
  type EmailAddress,
} from "#values/email-address.ts";

/** The field of a form: required, valid; its value is the address in its forms. */
export const emailField = z
  .string({ error: "Email is required" })
  .trim()
  .min(1, "Email is required")
  .transform((text, check): EmailAddress => {
    const address = readTypedEmail(text);
    if (address !== null) return address;
    check.issues.push({ code: "custom", message: emailFault(text), input: text });
    return z.NEVER;
  });
