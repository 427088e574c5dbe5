import * as z from "zod";

/** What the address of a call below /api/v1/portal can say: which product, by its slug. */
export const portalQuerySchema = z.strictObject({
  product: z.string().max(200, "Use at most 200 characters").optional(),
});

/** What the calls below /api/v1/portal answer: a page of the portal, whose kind says what else it has. */
export const portalPage = z.looseObject({
  schema: z.string(),
  kind: z.string(),
  url: z.string(),
  /** For which day it holds, in the organization's time zone. */
  asOf: z.iso.date(),
  revision: z.int(),
  language: z.string(),
});
