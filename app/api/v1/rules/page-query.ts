import * as z from "zod";

/** How many entries a page has, unless it is told otherwise, and at most. */
export const PAGE_SIZE = { usual: 50, most: 200 } as const;

/** What the address of a list can say. */
export const pageQuerySchema = z.strictObject({
  limit: z
    .string()
    .regex(/^\d{1,3}$/, `Use a number from 1 to ${PAGE_SIZE.most}`)
    .transform(Number)
    .refine((n) => n >= 1 && n <= PAGE_SIZE.most, `Use a number from 1 to ${PAGE_SIZE.most}`)
    .optional()
    // An address is text; whoever reads the description is told what the text says.
    .meta({ type: "integer", minimum: 1, maximum: PAGE_SIZE.most, pattern: undefined }),
  cursor: z.string().max(400, "This cursor isn’t valid").optional(),
  updatedSince: z.iso
    .datetime({ offset: true, error: "Use a time such as 2026-11-20T09:30:00Z" })
    .transform((text) => new Date(text).toISOString())
    .optional(),
});

/** The same where programs have names of their own for the entries. */
export const calledQuerySchema = pageQuerySchema.extend({
  externalId: z.string().max(200, "Use at most 200 characters").optional(),
});
