import * as z from "zod";

/** What staff choose for files that are shown and downloaded. A box that is not ticked is not sent. */
export const documentSettingsSchema = z.object({
  watermarkDownloads: z
    .literal("on")
    .optional()
    .transform((value) => value === "on"),
  viewOnlyFallback: z.enum(["refuse", "offer"], {
    error: "Choose what happens to files that can't be marked",
  }),
});
