import * as z from "zod";
import { COMMENT_MAX } from "#model/comments.ts";

/** The forms of conversations; the API's bodies are made of the same fields. */

const content = z
  .string({ error: "Write a message first" })
  .transform((text) => text.replace(/\r\n?/g, "\n").trim())
  .pipe(
    z
      .string({ error: "Write a message first" })
      .min(1, "Write a message first")
      .max(COMMENT_MAX, `Use at most ${COMMENT_MAX} characters`),
  );

/** A member's message, on the item's own page. */
export const commentSchema = z.object({ content });

const thread = {
  productId: z.string({ error: "No product id" }).min(1, "No product id").max(64, "No product id"),
  itemUid: z.string({ error: "No item" }).min(1, "No item").max(200, "No item"),
};

/** GET {base}/comments?itemUid&productId. */
export const commentQuerySchema = z.object(thread);

/** POST {base}/comments. */
export const postCommentSchema = z.object({ ...thread, content });

/** The same from staff, who name the account. */
export const postAnswerSchema = postCommentSchema.extend({
  accountId: z.string({ error: "No account" }).min(1, "No account").max(64, "No account"),
});

export const ANSWER_INTENTS = ["answer", "settle"] as const;
export const answerIntentSchema = z.object({
  intent: z.enum(ANSWER_INTENTS, {
    error: "Something went wrong with this form. Reload the page and try again.",
  }),
});
