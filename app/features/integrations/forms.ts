import * as z from "zod";

const MAX_TOKEN = 500;

/** What the page of integrations does: keeps a token of Security Scorecard, or forgets it. */
export const scorecardTokenSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("keep"),
      token: z
        .string({ error: "Paste the API token from your Security Scorecard account" })
        .trim()
        .max(MAX_TOKEN, `Use at most ${MAX_TOKEN} characters`)
        .regex(/^[\x21-\x7E]+$/, "A token has no spaces and no letters beyond ASCII"),
    }),
    z.object({ intent: z.literal("remove") }),
  ],
  { error: "This form names nothing that this page does." },
);
