import * as z from "zod";
import { box } from "#model/settings/fields.ts";
import { MAX_TERM, NO_PRODUCT } from "#model/search.ts";

/** A question as it is sent by a form or by a call. */
const term = z.string().transform((text) => text.trim().slice(0, MAX_TERM));

/** The body of POST {base}/search/answer. */
export const answerSchema = z.object({
  query: z.object({
    term: term.refine((text) => text !== "", "A question is required"),
    filters: z.object({ product: z.string({ error: NO_PRODUCT }) }, { error: NO_PRODUCT }),
  }),
});

/** *Settings, Answers*. */
export const answersSettingsSchema = z.object({
  answerQuestions: box,
  sendTextsToModel: box,
  sendFilesToModel: box,
});
