import * as z from "zod";
import { RISK_PROFILE } from "#model/cards/catalogue/risk-profile.ts";
import { RISK_PRIORITY, RISK_UNITS, riskAnswerLabel } from "#model/risk-profile.ts";

/** The seven answers of the risk profile as staff give them. */

export const TIME_MAX = 99;
/** What the custom recovery time says before somebody chooses. */
export const DEFAULT_CUSTOM_TIME = { number: 12, unit: "hours" } as const;
const TIME_MESSAGE = `Enter a whole number from 0 to ${TIME_MAX}`;

export const RISK_FIELDS = [
  "dataAccess",
  "impact",
  "recoveryTime",
  "recoveryPoint",
  "criticalDependence",
  "thirdPartyDependence",
  "hosting",
] as const;
export type RiskField = (typeof RISK_FIELDS)[number];
export type RiskUnit = (typeof RISK_UNITS)[number];

export interface RiskQuestion {
  field: RiskField;
  uid: string;
  title: string;
  guidance: string;
  choices: readonly { value: string; label: string }[];
  /** A time of one's own can be given beside the ranges. */
  custom: boolean;
}

/** The questions in display priority, their choices in the words that visitors read. */
export const RISK_QUESTIONS: readonly RiskQuestion[] = RISK_PROFILE.flatMap((item) => {
  const field = RISK_FIELDS.find((name) => item.uid === `RiskProfile.${name}`);
  if (field === undefined) return [];
  const choices = (item.choices ?? []).map(({ value }) => ({
    value,
    label: riskAnswerLabel(value),
  }));
  return [
    {
      field,
      uid: item.uid,
      title: item.title,
      guidance: item.guidance,
      choices,
      custom: field === "recoveryTime" || field === "recoveryPoint",
    },
  ];
}).sort((a, b) => (RISK_PRIORITY[b.uid] ?? 0) - (RISK_PRIORITY[a.uid] ?? 0));

/** The seven answers by field; null: not answered. */
export type RiskAnswers = Record<RiskField, string | null>;

/**
 * Whether a stored value is an answer to a question: one of its choices, or a time of one's own.
 */
export function isRiskAnswer(
  { choices, custom }: Pick<RiskQuestion, "choices" | "custom">,
  value: string,
): boolean {
  return (
    choices.some((choice) => choice.value === value) ||
    (custom && /^(?:minutes|hours|days)_(?:0|[1-9]\d?)$/.test(value))
  );
}

/** A stored value as the form shows it: the chosen button, and what the custom fields say. */
export function riskFormValue(
  question: RiskQuestion,
  stored: string | null,
): { choice: string; number: string; unit: RiskUnit } {
  const known = stored === null || question.choices.some((choice) => choice.value === stored);
  const [unit, number] = (known ? "" : (stored ?? "")).split("_");
  return {
    choice: known ? (stored ?? "") : "custom",
    number: number ?? String(DEFAULT_CUSTOM_TIME.number),
    unit: RISK_UNITS.find((candidate) => candidate === unit) ?? DEFAULT_CUSTOM_TIME.unit,
  };
}

const text = z.string().optional().default("");

/** The form: a choice a question, and number and unit for the two that take a time of one's own. */
export const riskProfileForm = z
  .object({
    ...(Object.fromEntries(RISK_FIELDS.map((field) => [field, text])) as Record<
      RiskField,
      typeof text
    >),
    recoveryTimeNumber: text,
    recoveryTimeUnit: text,
    recoveryPointNumber: text,
    recoveryPointUnit: text,
    base: z.string().max(64).optional(),
  })
  .transform(({ base, ...sent }, context) => {
    const answers = {} as RiskAnswers;
    for (const question of RISK_QUESTIONS) {
      const { field } = question;
      const choice = sent[field];
      if (choice === "custom" && (field === "recoveryTime" || field === "recoveryPoint")) {
        const number = sent[`${field}Number`].trim();
        const unit = RISK_UNITS.find((candidate) => candidate === sent[`${field}Unit`]);
        if (!/^\d{1,2}$/.test(number))
          context.addIssue({ code: "custom", path: [`${field}Number`], message: TIME_MESSAGE });
        if (unit === undefined)
          context.addIssue({
            code: "custom",
            path: [`${field}Unit`],
            message: "Choose minutes, hours or days",
          });
        answers[field] = `${unit ?? DEFAULT_CUSTOM_TIME.unit}_${Number(number)}`;
      } else if (choice === "" || isRiskAnswer(question, choice)) {
        answers[field] = choice === "" ? null : choice;
      } else {
        context.addIssue({ code: "custom", path: [field], message: "Choose from the list" });
        answers[field] = null;
      }
    }
    return { base, answers };
  });

/** The answers as the API takes them: those that are named change, null takes one back. */
export const riskProfilePatch = z.strictObject(
  Object.fromEntries(
    RISK_QUESTIONS.map((question) => [
      question.field,
      z
        .string()
        .refine((value) => isRiskAnswer(question, value), "This isn’t an answer to the question")
        .nullable()
        .optional(),
    ]),
  ) as Record<RiskField, z.ZodOptional<z.ZodNullable<z.ZodString>>>,
);
