import * as z from "zod";

/** In place of `If-Match`: the stamp of the entry that is changed, without the quotation marks. */
export const baseField = { base: z.string().max(200).optional() };

/** How long the name of a call may be (Idempotency-Key), in characters. */
export const MAX_CALL_NAME = 255;
