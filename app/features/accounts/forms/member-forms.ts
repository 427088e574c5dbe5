import * as z from "zod";

/** What the forms of a member's own page do; each names its own in a field `intent`. */
export const MEMBER_INTENTS = [
  "end-session",
  "sign-out-everywhere",
  "switch-account",
  "revoke-token",
] as const;

export const memberFormSchema = z.object({
  intent: z.enum(MEMBER_INTENTS, { error: "This form names nothing that this page does." }),
  session: z.string().max(64).optional(),
  accountId: z.string().max(64).optional(),
  tokenId: z.string().max(64).optional(),
});
