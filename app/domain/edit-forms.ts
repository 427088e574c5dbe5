import * as z from "zod";

/** The forms by which staff edit the page itself; the API parses with the same schemas (spec/3 §5). */

/** The stamp that a form was rendered with. */
export const base = z.string().max(64).optional();

export const DISPLAY_TEXT_HINT = "Must be at least 4 characters, or leave empty for default.";
const DISPLAY_TEXT_LONG = "Display text cannot exceed 100 characters";

/** A card's display text: empty for the default, or 4 to 100 characters. */
export const displayTextSchema = z.object({
  base,
  displayText: z
    .string()
    .trim()
    .max(100, DISPLAY_TEXT_LONG)
    .refine((text) => text === "" || text.length >= 4, DISPLAY_TEXT_HINT)
    .default(""),
});
