import * as z from "zod";
import { withoutFields } from "#values/form-values.ts";
import { importFields } from "#web/table-import/forms/table-import.ts";
import { countryName, countryOptions } from "#values/countries.ts";
import { REQUESTER_TYPES } from "#access/access-requests/forms/access-request.ts";
import {
  ASK_FOR_SOMETHING,
  hasConditions,
  hasPattern,
  NO_CONDITIONS,
  RULE_ACTIONS,
  RULE_MATCHES,
} from "#model/access-rules/access-rules.ts";
import { emailFault, readDomain, readTypedEmail } from "#model/subscribers/email.ts";

/** The forms of rules about requests for access. */

const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters`)
    .optional()
    .transform((text) => (text === undefined || text === "" ? null : text));

/** What only a rule that approves has; its form shows them with that outcome alone. */
const OF_APPROVING = ["profileId", "productIds", "expiresIn", "nda"];

const ruleFields = z.object({
  // Not `matches` and `action`: fields of those names would hide the form's own from every script.
  looksAt: z.enum(RULE_MATCHES, { error: "Choose what the rule checks" }),
  // Missing, it is a fault where the rule names one.
  pattern: optionalText(320),
  relationships: z.array(z.enum(REQUESTER_TYPES)).default([]),
  countries: optionalText(2_000),
  askedProductIds: z.array(z.string().max(64)).max(100).default([]),
  outcome: z.enum(RULE_ACTIONS, { error: "Choose what the rule should do" }),
  profileId: optionalText(64),
  productIds: z.array(z.string().max(64)).max(100).default([]),
  expiresIn: z.string().trim().optional(),
  nda: z.enum(["required", "waived"]).default("required"),
  message: optionalText(2_000),
  note: optionalText(500),
  /** Somebody to try it on, before it is saved. */
  address: optionalText(320),
  saysRelationship: optionalText(64),
  saysCountry: optionalText(2),
  saysProduct: optionalText(64),
  /** The second button: the first one only shows what the rule would have done. */
  confirmed: z.literal("yes").optional(),
  /** The stamp of the rule that the form shows (access/access-requests/store/access-rules). */
  base: z
    .unknown()
    .optional()
    .transform((stamp) => (typeof stamp === "string" && stamp !== "" ? stamp : undefined)),
});

/**
 * A rule as its form says it.
 * @param erased the hash of an erased address that the rule is about: nobody could type it, and it
 *   can stay
 */
export function ruleSchemaFor(erased: string | null) {
  const taken = (form: unknown) =>
    withoutFields(form, ({ outcome }) => (outcome === "approve" ? ["message"] : OF_APPROVING));
  return z.preprocess(taken, ruleFields).transform((form, context) => {
    const fault = (path: string, message: string) =>
      context.issues.push({ code: "custom", path: [path], message, input: form });
    const pattern = hasPattern(form.looksAt) ? patternOf(form, erased) : "";
    if (pattern === null)
      fault(
        "pattern",
        form.pattern === null
          ? "Enter a domain or an address"
          : form.looksAt === "domain"
            ? "Enter a domain such as partner.example"
            : "Enter an address such as jane@partner.example",
      );
    const { countries, unknown } = readCountries(form.countries ?? "");
    if (unknown !== null) fault("countries", `No country is called “${unknown.slice(0, 60)}”`);
    const conditions = {
      ...NO_CONDITIONS,
      relationships: form.relationships,
      countries,
      askedProductIds: form.askedProductIds,
    };
    if (form.looksAt === "anyone" && unknown === null && !hasConditions(conditions))
      fault("looksAt", ASK_FOR_SOMETHING);
    if (form.outcome === "approve" && form.profileId === null)
      fault("profileId", "Choose a permission profile");
    const days =
      form.expiresIn === undefined || form.expiresIn === "" ? null : Number(form.expiresIn);
    if (days !== null && !/^[1-9]\d{0,3}$/.test(form.expiresIn ?? ""))
      fault("expiresIn", "Enter a number of days from 1 to 9999, or leave it empty");
    const address = form.address === null ? null : readTypedEmail(form.address);
    if (form.address !== null && address === null && form.confirmed === undefined)
      fault("address", emailFault(form.address));
    return {
      confirmed: form.confirmed !== undefined,
      base: form.base,
      address,
      facts: {
        relationship: form.saysRelationship,
        country: form.saysCountry,
        productIds: form.saysProduct === null ? [] : [form.saysProduct],
      },
      rule: {
        matches: form.looksAt,
        pattern: pattern ?? "",
        ...conditions,
        action: form.outcome,
        profileId: form.profileId,
        productIds: form.productIds,
        expiresInDays: days,
        ndaRequired: form.nda === "required",
        message: form.message,
        note: form.note,
      },
    };
  });
}

/** The domain or address in the form in which rules keep it; null where it is neither. */
function patternOf(
  { looksAt, pattern }: { looksAt: string; pattern: string | null },
  erased: string | null,
): string | null {
  if (pattern === null) return null;
  if (looksAt === "domain") return readDomain(pattern.replace(/^@/, ""));
  return pattern === erased ? erased : (readTypedEmail(pattern)?.key ?? null);
}

/** What people write for countries beside their names and codes. */
const ALSO: Readonly<Record<string, string>> = { uk: "GB", usa: "US", "u.s.": "US", holland: "NL" };

/** Countries by name or code, parted by commas. @returns the first that there is not, too */
export function readCountries(text: string): { countries: string[]; unknown: string | null } {
  const known = new Map(
    countryOptions().flatMap(({ value, label }) => [
      [value.toLowerCase(), value],
      [label.toLowerCase(), value],
    ]),
  );
  const names = text
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const codeOf = (name: string) => known.get(name.toLowerCase()) ?? ALSO[name.toLowerCase()];
  return {
    countries: [...new Set(names.flatMap((name) => codeOf(name) ?? []))],
    unknown: names.find((name) => codeOf(name) === undefined) ?? null,
  };
}

/** Countries as their field shows them. */
export function countriesText(codes: readonly string[]): string {
  return codes.map(countryName).sort().join(", ");
}

export const ruleSchema = ruleSchemaFor(null);

/** The fields that people fill, as their inputs send them. */
export type RuleInput = Omit<z.input<typeof ruleFields>, "base">;

export const RULE_INTENTS = ["up", "down", "end"] as const;
export const ruleIntentSchema = z.object({
  intent: z.enum(RULE_INTENTS, {
    error: "Something went wrong with this form. Reload the page and try again.",
  }),
  ruleId: z.string({ error: "Choose a rule" }).min(1).max(64),
});

export const customerImportSchema = z.object({
  ...importFields,
  how: z.enum(["add", "replace"], { error: "Choose what happens to the list" }),
});

/** The buttons of the customer list. */
export const customerChangeSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("remove"), domain: z.string().min(1).max(260) }),
  z.object({
    intent: z.literal("clear"),
    sure: z.literal("yes", { error: "Select the checkbox to empty the list" }),
  }),
]);
