import * as z from "zod";
import { signNdaSchema } from "#access/nda/forms/nda.ts";
import type { Customization } from "#model/settings/customization.ts";
import { isCountry } from "#values/countries.ts";
import { NAME_CHARACTERS } from "#values/names.ts";
import { oncePerFacts } from "#values/once-per-facts.ts";
import { emailFault, emailField, readTypedEmail } from "#model/subscribers/email.ts";

/** The forms of asking for access and of logging in: one schema for the form and the API. */

/**
 * Whether everybody may ask for access; otherwise only who was invited, and staff decide over them.
 */
export function requestsOpen({
  accessRequestsEnabled,
  publicAccessLevel,
}: Pick<Customization, "accessRequestsEnabled" | "publicAccessLevel">): boolean {
  return accessRequestsEnabled && publicAccessLevel !== "Full";
}

/** What someone is to the org. */
export const REQUESTER_TYPES = [
  "customer",
  "prospective customer",
  "vendor",
  "partner",
  "regulator/auditor",
  "researcher",
  "other",
] as const;

const NAME_MAX = 50;
const COMPANY_MIN = 2;
const COMPANY_MAX = 100;
const NOTE_MAX = 1_000;
const ALLOWED = "Use letters, digits, spaces and . , ' & ( ) - / only";
const REQUIRED = "This field is required";
/** An address of the web inside a name: `www.x`, `x.com/y`. A company may be called Example.com. */
const WEB_ADDRESS = /\bwww\.|\p{L}\.\p{L}{2,}\//iu;

const name = (required: string, { min = 1, max = NAME_MAX } = {}) =>
  z
    .string({ error: required })
    .trim()
    .normalize("NFC")
    .min(1, required)
    .min(min, `Use ${min} characters or more`)
    .max(max, `Use at most ${max} characters`)
    .regex(NAME_CHARACTERS, ALLOWED)
    .refine((text) => !WEB_ADDRESS.test(text), "Leave web addresses out");

/**
 * What a form carries along unseen: kept when it is short text, dropped when it is anything else.
 */
const carried = (max: number) =>
  z
    .unknown()
    .optional()
    .transform((value) =>
      typeof value === "string" && value !== "" && value.length <= max ? value : null,
    );

/** What somebody needs and by when, in their own words; null when they leave it empty. */
const wish = z
  .string()
  .trim()
  .max(NOTE_MAX, `Use at most ${NOTE_MAX} characters`)
  .optional()
  .transform((text) => (text === undefined || text === "" ? null : text));

/** A tick, in a form or in JSON. */
const ticked = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === "on" || value === "true");

const colleague = z
  .string({ error: "Enter your contact's email within this organization" })
  .trim()
  .min(1, "Enter your contact's email within this organization")
  .refine((text) => readTypedEmail(text) !== null, "Please enter a valid email")
  .transform((text) => readTypedEmail(text)?.email ?? text);

const noOrAColleague = z
  .string()
  .trim()
  .nullish()
  .refine((text) => !text || readTypedEmail(text) !== null, "Please enter a valid email")
  .transform((text) => (text ? (readTypedEmail(text)?.email ?? text) : null));

const revision = z
  .unknown()
  .optional()
  .transform((value) => {
    const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
    return typeof number === "number" && Number.isInteger(number) && number >= 0 && number < 1e9
      ? number
      : null;
  });

const many = z.preprocess(
  (value) =>
    value === undefined || value === null || value === ""
      ? []
      : Array.isArray(value)
        ? value
        : [value],
  z.array(z.string().max(64)).max(100),
);

/**
 * The request form as an org has set it up. A field that is not asked for is not read.
 * @param productIds the products that a visitor may name
 */
export function accessRequestSchema(
  { requestForm }: Pick<Customization, "requestForm">,
  productIds: readonly string[],
) {
  return schemaOf({ requestForm, productIds });
}

const schemaOf = oncePerFacts(fields);

function fields({
  requestForm,
  productIds,
}: Pick<Customization, "requestForm"> & { productIds: readonly string[] }) {
  const asked = <Field extends z.ZodType>(enabled: boolean, field: Field) =>
    (enabled
      ? field
      : z
          .unknown()
          .optional()
          .transform(() => null)) as Field | z.ZodType<null>;
  return z.object({
    firstName: name("First name is required"),
    lastName: name("Last name is required"),
    email: emailField,
    companyName: name("Company name is required", { min: COMPANY_MIN, max: COMPANY_MAX }),
    agree: ticked.refine((agreed) => agreed, "You must agree to the terms"),
    subscribe: ticked,
    customCheckbox: asked(
      requestForm.customCheckbox.enabled,
      ticked.refine((agreed) => agreed || !requestForm.customCheckbox.required, REQUIRED),
    ),
    jobTitleTextField: asked(
      requestForm.jobTitleTextField.enabled,
      name(REQUIRED, { min: 2, max: 100 }),
    ),
    pointOfContactField: asked(
      requestForm.pointOfContactField.enabled,
      requestForm.pointOfContactField.reason === "" ? noOrAColleague : colleague,
    ),
    relationshipDropdown: asked(
      requestForm.relationshipDropdown.enabled,
      z.enum(REQUESTER_TYPES, { error: REQUIRED }),
    ),
    countriesDropdown: asked(
      requestForm.countriesDropdown.enabled,
      z.string({ error: REQUIRED }).refine(isCountry, REQUIRED),
    ),
    accountMemberRequestProducts: asked(
      requestForm.accountMemberRequestProducts.enabled,
      many
        .refine(
          (ids) => ids.length > 0 && ids.every((id) => productIds.includes(id)),
          "Please select at least one product",
        )
        .transform((ids) => [...new Set(ids)]),
    ),
    note: wish,
    ...placeFields(productIds),
    invitedColleagueToken: carried(2_000),
    statusPageCustomizationRevision: revision,
  });
}

/** Where somebody asks: on which product's page, at which item. */
const placeFields = (productIds: readonly string[]) => ({
  productId: z
    .string({ error: "No product id" })
    .refine((id) => productIds.includes(id), "No product id"),
  itemUid: carried(200),
  itemKind: carried(60),
  source: carried(60),
});

/** How a member with access asks for more: who they are is known. */
export function moreAccessSchema(productIds: readonly string[]) {
  return z.object({
    note: wish,
    ...placeFields(productIds),
    statusPageCustomizationRevision: revision,
  });
}

/** How somebody whose access has ended asks for it again. */
export const extensionSchema = z.object({ note: wish });

export type AccessRequestValues = z.output<ReturnType<typeof accessRequestSchema>>;

/** The login form and POST {base}/login. */
export const loginSchema = z.object({
  email: z
    .string({ error: "You must provide an email." })
    .trim()
    .min(1, "You must provide an email.")
    .transform((text, check) => {
      const address = readTypedEmail(text);
      if (address !== null) return address;
      check.issues.push({ code: "custom", message: emailFault(text), input: text });
      return z.NEVER;
    }),
  productId: carried(64),
});

/** Six digits that a mail brought or another browser shows; spaces forgiven. */
export const mailedCodeSchema = z.object({
  code: z
    .string({ error: "Enter the six digits" })
    .max(64, "Enter the six digits")
    .transform((text) => text.replace(/[\s-]/g, ""))
    .refine((text) => /^\d{6}$/.test(text), "Enter the six digits"),
});

/** The same where the NDA stands beside it: signed with the same press, or left for later. */
export const codeSchema = z.discriminatedUnion("nda", [
  z.object({ nda: z.literal("sign"), ...mailedCodeSchema.shape, ...signNdaSchema.shape }),
  z.object({ nda: z.literal("later").optional(), ...mailedCodeSchema.shape }),
]);

/** How long one waits for a sign-in mail before another is sent. */
export const SEND_AGAIN_SECONDS = 60;

/**
 * Seconds until another sign-in mail may be asked for; 0 once it may. @param askedAt milliseconds
 */
export function secondsToSendAgain(askedAt: number, now: Date): number {
  return Math.max(0, Math.ceil(SEND_AGAIN_SECONDS - (now.getTime() - askedAt) / 1_000));
}

/**
 * What stands in place of the code's field once too many wrong ones were typed for an address
 * within a day.
 */
export const CODES_ENDED =
  "Too many wrong codes were entered for this address. Sign in with the link in the email instead, and open it in this browser.";

/** What somebody adds to a request that waits. */
export const noteSchema = z.object({
  note: z
    .string({ error: "Write a note first" })
    .trim()
    .min(1, "Write a note first")
    .max(NOTE_MAX, `Use at most ${NOTE_MAX} characters`),
});

/** The answer to what staff asked about a request that waits. */
export const answerSchema = z.object({
  answer: z
    .string({ error: "Write your answer first" })
    .trim()
    .min(1, "Write your answer first")
    .max(2_000, "Use at most 2000 characters"),
});
