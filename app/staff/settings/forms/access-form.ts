import * as z from "zod";
import { QUESTIONNAIRE_UPLOADS } from "#model/settings/customization.ts";
import { box, domainList, optionalUrl } from "#model/settings/fields.ts";

/** The form of asking for access and of signing in. */

const LABEL_MAX = 100;
const labelText = z
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

const hours = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,3}$/, "Enter a number of hours from 1 to 9999")
  .transform(Number);

export const REASON_MAX = 300;
const reasonText = z
  .string()
  .trim()
  .max(REASON_MAX, `Use at most ${REASON_MAX} characters`)
  .default("");

const optionalField = z.object({ enabled: box, label: labelText });

export const accessFormSchema = z
  .object({
    requestForm: z.object({
      jobTitleTextField: optionalField,
      relationshipDropdown: optionalField,
      countriesDropdown: optionalField,
      pointOfContactField: optionalField.extend({ reason: reasonText }),
      accountMemberRequestProducts: optionalField,
      customCheckbox: optionalField.extend({ required: box }),
    }),
    accessRequestsEnabled: box,
    workEmailRequired: box,
    discreetSignIn: box,
    memberKeysEnabled: box,
    questionnaireUploads: z.enum(QUESTIONNAIRE_UPLOADS),
    questionnairesNeedSecondPerson: box,
    accessDays: optionalDays,
    answerHours: hours,
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
        message: `${both} is also an allowed domain`,
      });
  });
