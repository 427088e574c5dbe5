import * as z from "zod";
import { withoutFields } from "../../values/form-values.ts";
import { RULE_ACTIONS, RULE_MATCHES, type RuleAction } from "./rules/access-rules.ts";
import { readDomain, readEmail } from "../subscribers/rules/subscriber-email.ts";

/** The forms of rules about requests for access. */

/** What a rule does, in the words of its form. */
export const RULE_ACTION_NAMES: Readonly<Record<RuleAction, string>> = {
  approve: "Approve right away",
  decline: "Decline",
  "third-party": "Decline as a third party",
  block: "Block",
};

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
  pattern: z
    .string({ error: "Enter a domain or an address" })
    .trim()
    .min(1, "Enter a domain or an address")
    .max(320, "Use at most 320 characters"),
  outcome: z.enum(RULE_ACTIONS, { error: "Choose what the rule should do" }),
  profileId: optionalText(64),
  productIds: z.array(z.string().max(64)).max(100).default([]),
  expiresIn: z.string().trim().optional(),
  nda: z.enum(["required", "waived"]).default("required"),
  message: optionalText(2_000),
  note: optionalText(500),
  /** Somebody to try it on, before it is saved. */
  address: optionalText(320),
  /** The second button: the first one only shows what the rule would have done. */
  confirmed: z.literal("yes").optional(),
  /** The stamp of the rule that the form shows (db/access-rules). */
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
    const pattern =
      form.looksAt === "domain"
        ? readDomain(form.pattern.replace(/^@/, ""))
        : form.pattern === erased
          ? erased
          : (readEmail(form.pattern)?.key ?? null);
    if (pattern === null)
      fault(
        "pattern",
        form.looksAt === "domain"
          ? "Enter a domain such as partner.example"
          : "Enter an address such as jane@partner.example",
      );
    if (form.outcome === "approve" && form.profileId === null)
      fault("profileId", "Choose the permission profile that is given");
    const days =
      form.expiresIn === undefined || form.expiresIn === "" ? null : Number(form.expiresIn);
    if (days !== null && !/^[1-9]\d{0,3}$/.test(form.expiresIn ?? ""))
      fault("expiresIn", "Enter a number of days from 1 to 9999, or leave it empty");
    const address = form.address === null ? null : readEmail(form.address);
    if (form.address !== null && address === null && form.confirmed === undefined)
      fault("address", "This email is invalid");
    return {
      confirmed: form.confirmed !== undefined,
      base: form.base,
      address,
      rule: {
        matches: form.looksAt,
        pattern: pattern ?? "",
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

export const ruleSchema = ruleSchemaFor(null);

/** The fields that people fill, as their inputs send them. */
export type RuleInput = Omit<z.input<typeof ruleFields>, "base">;

export const RULE_INTENTS = ["up", "down", "end"] as const;
export const ruleIntentSchema = z.object({
  intent: z.enum(RULE_INTENTS, { error: "This form names nothing that this page does." }),
  ruleId: z.string({ error: "Choose a rule" }).min(1).max(64),
});
