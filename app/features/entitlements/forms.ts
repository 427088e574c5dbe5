import * as z from "zod";
import { MAX_PLAN_TOKEN, PLAN_REFUSALS } from "./rules.ts";

/** The form of a company's plan: a token is pasted, or the plan is removed. */
export const planSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("save"),
      token: z
        .string({ error: PLAN_REFUSALS.missing })
        .max(MAX_PLAN_TOKEN, "A token has at most 16 KB")
        // Mail and terminals break long lines.
        .transform((text) => text.replace(/\s+/g, "")),
    }),
    z.object({ intent: z.literal("remove") }),
  ],
  { error: "This form names nothing that this page does." },
);
