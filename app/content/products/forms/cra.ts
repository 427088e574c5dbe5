import * as z from "zod";
import { CRA_NOTES_MAX, CRA_TEXT_MAX, isWebAddress } from "#model/cra.ts";
import { optionalText, optionalUrl } from "#model/settings/fields.ts";
import { readEmail } from "#values/email-address.ts";

/** The fields of a product for those who keep a file on it under the Cyber Resilience Act. */

/** Whether a text is an email address, or a web address. */
export function isCraContact(text: string): boolean {
  return readEmail(text) !== null || (isWebAddress(text) && optionalUrl.safeParse(text).success);
}

const contact = optionalText(2_000).refine(
  (text) => text === null || isCraContact(text),
  "Enter an email address or a URL such as https://www.example.com/security",
);

const day = optionalText(10).refine(
  (text) => text === null || z.iso.date().safeParse(text).success,
  "Enter a date such as 2031-12-31",
);

export const craFormSchema = z.object({
  manufacturer: optionalText(CRA_TEXT_MAX),
  contact,
  policyUrl: optionalUrl,
  supportUntil: day,
  declarationUrl: optionalUrl,
  sbom: optionalText(CRA_TEXT_MAX),
  updates: optionalText(CRA_NOTES_MAX),
});
