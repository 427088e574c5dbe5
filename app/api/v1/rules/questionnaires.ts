import * as z from "zod";
import { sendQuestionnaireSchema } from "#access/questionnaires/forms/questionnaire-forms.ts";
import { questionnaireEntry } from "./entries.ts";

const reference = z
  .string()
  .max(64, "Use an ID of at most 64 characters")
  .optional()
  .transform((text) => (text === undefined || text === "" ? null : text));

const { dueOn, note } = sendQuestionnaireSchema.shape;

/** What is sent beside the file of a questionnaire. */
export const questionnaireFields = z.strictObject({
  accountId: reference,
  productId: reference,
  dueOn,
  note,
});
export type QuestionnaireFields = z.output<typeof questionnaireFields>;

/** What became of the file of a questionnaire. */
export const questionnaireAnswer = z.object({
  /** `unchanged`: the same file is there already for this account and product, and is not finished. */
  status: z.enum(["created", "unchanged"]),
  questionnaire: questionnaireEntry,
});
export type QuestionnaireAnswer = z.output<typeof questionnaireAnswer>;
