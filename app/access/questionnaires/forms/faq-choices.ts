import * as z from "zod";
import { KEPT_AS } from "#model/questionnaires.ts";

const choice = z.object({
  place: z.coerce.number().int().min(1).max(99_999),
  /** Nothing where nobody has chosen yet. */
  as: z.enum(KEPT_AS).optional(),
  /** The entry whose answer is replaced, and when it changed last as it was shown. */
  entry: z.string().max(64).optional(),
  seen: z.string().max(40).optional(),
});
export type FaqChoice = z.output<typeof choice>;

/** So many answers are asked about at once. */
export const ANSWERS_ASKED = 20;

/** What becomes of each answer that the page shows. */
export const faqChoicesSchema = z.object({
  answers: z.array(choice).max(ANSWERS_ASKED).default([]),
});
