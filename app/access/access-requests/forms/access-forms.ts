import * as z from "zod";

/** What the forms of the access dialogs do; each names its own in a field `intent`. */
export const ACCESS_INTENTS = [
  "login",
  "request",
  "ask-more",
  "ask-longer",
  "code",
  "send-again",
  "extend",
  "note",
  "answer",
  "withdraw",
  "mail-link",
] as const;
export type AccessIntent = (typeof ACCESS_INTENTS)[number];

export const accessIntentSchema = z.object({
  intent: z.enum(ACCESS_INTENTS, {
    error: "Something went wrong with this form. Reload the page and try again.",
  }),
});
