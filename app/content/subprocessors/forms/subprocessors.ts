import * as z from "zod";
import { companyCallFields, companyFields, refuseLoneRef } from "#model/companies/company-forms.ts";
import { optionalText } from "#model/companies/optional-text.ts";
import {
  entrySchema,
  fieldsOf,
  toldFields,
  type EntryFields,
  type EntryForm,
  type EntrySaid,
  type ToldFields,
} from "#content/edit-kit/rules/entry-fields.ts";
import { importFields } from "#web/table-import/forms/table-import.ts";
import { OBJECTION_DAYS_MAX } from "#model/updates/topic-updates.ts";
import { REGISTER_FIELDS } from "./register-fields.ts";

/** The forms of the subprocessor list. */

/** What a subprocessor's row says beside its company. */
export const SUBPROCESSOR_FIELDS = {
  purpose: {
    kind: "line",
    label: "Purpose",
    schema: optionalText(300),
    content: z.string().max(300).optional(),
    form: { maxLength: 300 },
  },
  location: {
    kind: "line",
    label: "Location",
    schema: optionalText(200),
    content: z.string().max(200).optional(),
    form: { maxLength: 200 },
  },
  additionalDetails: {
    kind: "area",
    label: "Additional Details",
    schema: optionalText(1_000),
    content: z.string().max(1_000).optional(),
    form: { maxLength: 1_000, rows: 3 },
  },
  ...REGISTER_FIELDS,
} as const satisfies EntryFields;

type Texts = EntrySaid<typeof SUBPROCESSOR_FIELDS>;

/** What history and two editors are told of a row. */
export const SUBPROCESSOR_TOLD: ToldFields<Texts & { company: string }> = [
  ["Company", ({ company }) => company],
  ...toldFields(SUBPROCESSOR_FIELDS),
];

/** What a row says beside its company, as form and API send it. */
export const subprocessorTexts = entrySchema(SUBPROCESSOR_FIELDS).shape;

/** Texts as they are sent: what is not named is undefined. */
export type SentTexts = Partial<EntryForm<typeof SUBPROCESSOR_FIELDS>>;

/**
 * What a row says after a change.
 * @param before what stays where nothing is named
 */
export function textsOf(sent: SentTexts, before: Partial<Texts> = {}): Texts {
  return Object.fromEntries(
    fieldsOf(SUBPROCESSOR_FIELDS).map(([name]) => [
      name,
      (sent[name] === undefined ? before[name] : sent[name]) ?? null,
    ]),
  ) as Texts;
}

/** A tick, in a form or in JSON. */
const ticked = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === "on" || value === "true");

/**
 * A draft update that a change brings with it, when it is wanted: since when it counts, how long
 * one may object.
 */
export const draftFields = {
  draftUpdate: ticked,
  effectiveOn: z
    .string()
    .nullish()
    .transform((text, context) => {
      const day = (text ?? "").trim();
      if (day !== "" && !isDay(day))
        context.addIssue({ code: "custom", message: "Enter a date such as 2026-12-31" });
      return day === "" ? null : day;
    }),
  objectionDays: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value, context) => {
      const text = String(value ?? "").trim();
      if (text === "") return null;
      const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
      if (days < 1 || days > OBJECTION_DAYS_MAX)
        context.addIssue({
          code: "custom",
          message: `Enter a number of days from 1 to ${OBJECTION_DAYS_MAX}`,
        });
      return days;
    }),
};

export interface WantedDraft {
  effectiveOn: string | null;
  objectionDays: number | null;
}

/** The draft that is wanted, null for none. */
function wantedDraft({
  draftUpdate,
  effectiveOn,
  objectionDays,
}: WantedDraft & { draftUpdate: boolean }): WantedDraft | null {
  return draftUpdate ? { effectiveOn, objectionDays } : null;
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(day.getTime()) &&
    day.toISOString().startsWith(text)
  );
}

/** A new subprocessor by the API: company required, the rest optional. */
export const subprocessorSchema = z
  .object({ ...companyCallFields, ...subprocessorTexts, ...draftFields })
  .transform(({ draftUpdate, effectiveOn, objectionDays, ...values }) => ({
    ...values,
    draft: wantedDraft({ draftUpdate, effectiveOn, objectionDays }),
  }));

const entryFields = z.object({ ...companyFields, ...subprocessorTexts });

/** Stands where the fields are faulty: what is wrong is told, and this is never read. */
const NO_INPUT: z.output<typeof entryFields> = {
  company: "",
  companyRef: undefined,
  allowDuplicate: false,
  ...textsOf({}),
};

const draftSchema = z.object(draftFields);
const NO_DRAFT = { draftUpdate: false, effectiveOn: null, objectionDays: null };

const names = Object.keys({ ...entryFields.shape, ...draftFields }) as (
  | keyof typeof entryFields.shape
  | keyof typeof draftFields
)[];
/** The fields of a row before it is known whether they count. */
const unjudged = Object.fromEntries(names.map((name) => [name, z.unknown().optional()])) as Record<
  (typeof names)[number],
  z.ZodOptional<z.ZodUnknown>
>;

/**
 * What a schema makes of fields; every fault is told, and `otherwise` stands in for what was
 * faulty.
 */
function judged<Schema extends z.ZodType>(
  schema: Schema,
  fields: object,
  context: z.RefinementCtx,
  otherwise: z.output<Schema>,
): z.output<Schema> {
  const parsed = schema.safeParse(fields);
  for (const issue of parsed.error?.issues ?? [])
    context.addIssue({ code: "custom", path: issue.path, message: issue.message });
  return parsed.data ?? otherwise;
}

/**
 * The dialog of a row: its Save button saves the fields, Remove takes the row off whatever they
 * say.
 */
export const subprocessorEntrySchema = z
  .object({
    intent: z.enum(["save", "remove"]).catch("save"),
    base: z.string().max(64).optional(),
    ...unjudged,
  })
  .transform(({ intent, base, ...fields }, context) => {
    const draft = wantedDraft(judged(draftSchema, fields, context, NO_DRAFT));
    if (intent === "remove") return { intent, base, draft };
    const { company, companyRef, allowDuplicate, ...texts } = judged(
      entryFields,
      fields,
      context,
      NO_INPUT,
    );
    return {
      intent,
      base,
      draft,
      input: { company, companyRef, allowDuplicate, ...textsOf(texts) },
    };
  });

/** A partial change by the API: what is not named stays. */
export const subprocessorPatch = z
  .object({
    ...companyCallFields,
    company: companyCallFields.company.optional(),
    ...subprocessorTexts,
    ...draftFields,
  })
  .superRefine(refuseLoneRef)
  .transform(({ draftUpdate, effectiveOn, objectionDays, ...values }) => ({
    ...values,
    draft: wantedDraft({ draftUpdate, effectiveOn, objectionDays }),
  }));

/** Taking one off the list. */
export const subprocessorRemoval = z
  .object(draftFields)
  .transform((words) => ({ draft: wantedDraft(words) }));

/**
 * An import takes as many rows as the table shows, so that whatever was exported comes in again.
 */
export const subprocessorImportSchema = z
  .object({ ...importFields, removeAbsent: ticked, ...draftFields })
  .transform(({ draftUpdate, effectiveOn, objectionDays, ...rest }) => ({
    ...rest,
    draft: wantedDraft({ draftUpdate, effectiveOn, objectionDays }),
  }));
