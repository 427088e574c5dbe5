import * as z from "zod";
import { SHEET_KINDS } from "#model/questionnaires.ts";
import { isDay } from "#values/dates.ts";

const id = z
  .string()
  .max(64)
  .optional()
  .transform((text) => text ?? null);

/** The files that a field for questionnaires offers first. */
export const FORM_FILES = ".xlsx,.docx,.pdf,.csv,text/csv,.json";

/** The form by which a member sends a questionnaire, beside its file. */
export const sendQuestionnaireSchema = z.object({
  productId: id,
  dueOn: z
    .string()
    .trim()
    .refine((text) => text === "" || isDay(text), "Enter a date such as 2027-01-31")
    .optional()
    .transform((text) => (text === undefined || text === "" ? null : text)),
  note: z
    .string()
    .trim()
    .max(2_000, "Use at most 2,000 characters")
    .optional()
    .transform((text) => (text === undefined || text === "" ? null : text)),
});

/** The form of a new questionnaire of staff's, beside its file. */
export const newQuestionnaireSchema = sendQuestionnaireSchema.extend({
  account: z
    .string()
    .trim()
    .max(200, "Use at most 200 characters")
    .optional()
    .transform((text) => (text === undefined || text === "" ? null : text)),
});

/** The longest answer: what a cell of a workbook holds. */
const MAX_ANSWER = 32_767;

const cell = z
  .string()
  .max(MAX_ANSWER, "Use at most 32,767 characters")
  .optional()
  .transform((text) => (text ?? "").replaceAll("\r\n", "\n").trim());

const version = z.coerce.number().int().min(1);

/** Whoever sends it knows that it tells something internal. */
export const told = z
  .literal("yes")
  .optional()
  .transform((value) => value !== undefined);

/** The form of one answer; `used` is the related content that was put into it. */
export const answerSchema = z.object({
  version,
  answer: cell,
  comment: cell,
  used: z.string().max(200).optional(),
  told,
});

/** The buttons beside it: accept a proposal, by its place; skip the question. */
export const takeSchema = z.object({
  version,
  proposal: z.coerce.number().int().min(0).max(100),
  told,
});
export const skipSchema = z.object({ version });

/** Who answers a question, or all that a list shows. */
export const assignQuestionsSchema = z.object({
  assignee: z.string({ error: "Choose a person" }).min(1, "Choose a person").max(64),
});

const MAX_NOTE = 2_000;

/** The note for the team at a question; the empty text takes it away. */
export const noteQuestionSchema = z.object({
  version,
  note: z
    .string()
    .max(MAX_NOTE, "Use at most 2,000 characters")
    .optional()
    .transform((text) => (text ?? "").replaceAll("\r\n", "\n").trim()),
});

/**
 * The buttons that hand the answered file over: a sheet of sources only where it is asked for, and for
 * a PDF without fields the kind of file that its answers leave as.
 */
export const answeredFileSchema = z.object({
  sources: z
    .literal("on")
    .optional()
    .transform((value) => value !== undefined),
  kind: z.enum(SHEET_KINDS, { error: "Choose XLSX or PDF" }).default("xlsx"),
});
