import * as z from "zod";

/** How many entries one call brings into step. */
export const MAX_PUT = 100;

/** What a program calls an entry: its own text, by which it finds it again. */
export const externalId = z
  .string({ error: "Send the externalId of each entry" })
  .min(1, "Send the externalId of each entry")
  .max(200, "Use at most 200 characters");

/** What programs call an entry, in bodies that make or change one; null takes it away. */
export const externalField = { externalId: externalId.nullable().optional() };

/** What the address of a list can say where entries are brought into step. */
export const putQuerySchema = z.strictObject({
  dryRun: z.enum(["true", "false"], { error: "Use true or false" }).optional(),
});

/** Entries of a list that is brought into step; what else they say is judged by their own change. */
export const putBody = z.strictObject({
  entries: z
    .array(
      z.record(z.string(), z.unknown()).transform((entry, context) => {
        const named = externalId.safeParse(entry["externalId"]);
        if (named.success) return { ...entry, externalId: named.data };
        const message = named.error.issues[0]?.message ?? "";
        context.addIssue({ code: "custom", path: ["externalId"], message });
        return z.NEVER;
      }),
      { error: "Send a list" },
    )
    .min(1, "Send 1 to 100 entries")
    .max(MAX_PUT, "Send 1 to 100 entries")
    .refine((list) => new Set(list.map((one) => one.externalId)).size === list.length, {
      error: "Send each externalId only once",
    }),
});

/** What came of it. */
export const putAnswer = z.object({
  /** Whether nothing was written. */
  dryRun: z.boolean(),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  entries: z.array(
    z.object({
      externalId: z.string(),
      /** null: it would be added. */
      id: z.string().nullable(),
      status: z.enum(["created", "changed", "unchanged"]),
      /** The names of what it says otherwise. */
      changes: z.array(z.string()),
    }),
  ),
});
export type PutAnswer = z.output<typeof putAnswer>;
