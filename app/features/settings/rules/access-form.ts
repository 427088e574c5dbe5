import * as z from "zod";
import { box, domainList, optionalUrl } from "./fields.ts";

/** The settings of asking for access and of signing in. */

/** The optional fields of the request form, in its order, with the words that staff know them by. */
export const REQUEST_FIELDS = [
  { name: "jobTitleTextField", label: "Job title" },
  { name: "relationshipDropdown", label: "Relationship" },
  { name: "countriesDropdown", label: "Country" },
  { name: "pointOfContactField", label: "Point of contact" },
  { name: "accountMemberRequestProducts", label: "Products" },
  { name: "customCheckbox", label: "A checkbox of your own" },
] as const;
export type RequestFieldName = (typeof REQUEST_FIELDS)[number]["name"];

const LABEL_MAX = 100;
const label = z
  .string({ error: "Enter a label" })
  .trim()
  .min(1, "Enter a label")
  .max(LABEL_MAX, `Use at most ${LABEL_MAX} characters`)
  .regex(/^[^<>\p{Cc}]*$/u, "Leave out < and >");

/** A number of days that may be empty. */
const optionalDays = z
  .string()
  .trim()
  .regex(/^(?:[1-9]\d{0,3})?$/, "Enter a number of days from 1 to 9999")
  .optional()
  .transform((text) => (text === undefined || text === "" ? null : Number(text)));

const optionalField = z.object({ enabled: box, label });

export const accessFormSchema = z
  .object({
    requestForm: z.object({
      jobTitleTextField: optionalField,
      relationshipDropdown: optionalField,
      countriesDropdown: optionalField,
      pointOfContactField: optionalField,
      accountMemberRequestProducts: optionalField,
      customCheckbox: optionalField.extend({ required: box }),
    }),
    accessRequestsEnabled: box,
    workEmailRequired: box,
    discreetSignIn: box,
    accessDays: optionalDays,
    allowedDomains: domainList,
    blockedDomains: domainList,
    showTerms: box,
    termsUrl: optionalUrl,
    privacyUrl: optionalUrl,
  })
  .superRefine(({ allowedDomains, blockedDomains }, check) => {
    const both = allowedDomains.find((domain) => blockedDomains.includes(domain));
    if (both !== undefined)
      check.addIssue({
        code: "custom",
        path: ["blockedDomains"],
        message: `${both} is among the allowed domains, too`,
      });
  });
