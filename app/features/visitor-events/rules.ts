import * as z from "zod";

/** What a visitor's page tells of what was done on it, where no address of ours was asked. */

/** The body of a call, in bytes. */
export const MAX_EVENT_BYTES = 1_024;

const id = z.string().min(1).max(64);

/** Names from a fixed list, each with the id of what it is about: one that this viewer's pages show. */
export const visitorEventSchema = z.discriminatedUnion("name", [
  z.strictObject({ name: z.literal("trusted-by link clicked"), id }),
  z.strictObject({ name: z.literal("more details toggled"), id, open: z.boolean() }),
]);
export type VisitorEventCall = z.output<typeof visitorEventSchema>;
