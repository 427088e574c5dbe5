import * as z from "zod";
import { companyNameField } from "#model/companies/company-forms.ts";
import { DOMAIN_MESSAGE, isPlainDomain } from "#values/email-address.ts";

/** Forms of partners: staff's list, and the dialog of a member. */

const partnerFields = {
  name: companyNameField,
  domain: z
    .string({ error: "This field is required" })
    .transform((text) => text.trim().toLowerCase())
    .refine(isPlainDomain, DOMAIN_MESSAGE),
};

/** Adds a partner. */
export const newPartnerSchema = z.object(partnerFields);

/** Changes a partner, removes it, or ends one of its tokens. */
export const partnerSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("save"), ...partnerFields }),
    z.object({ intent: z.literal("remove") }),
    z.object({ intent: z.literal("revoke-token"), tokenId: z.string().min(1).max(64) }),
  ],
  { error: "Something went wrong with this form. Reload the page and try again." },
);

/** The dialog of a member: which partner the token is for. */
export const sendSchema = z.object({
  partner: z.string({ error: "Choose an integration" }).min(1, "Choose an integration").max(64),
});
