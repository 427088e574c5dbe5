import * as z from "zod";
import { isCardKind, NOT_MOVABLE_KINDS, type CardKind } from "../kinds.ts";

/** The forms by which staff edit the page itself; the API parses with the same schemas. */

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

/** What the menu's one-button form posts, and the API. */
export const visibilitySchema = z.object({
  hidden: z.enum(["true", "false"], { error: "Say whether the card is hidden" }),
});
/** Showing a section again needs no more than the button. */
export const shownSchema = z.object({ base });

export const PLACEHOLDER_LONG = "Placeholder text cannot exceed 1000 characters";

/** The text of a card without enabled items: optional, at most 1000 characters. */
export const placeholderSchema = z.object({
  base,
  placeholder: z.string().trim().max(1_000, PLACEHOLDER_LONG).default(""),
});

/** A card's icon; the picture itself is read beside these fields. */
export const ICON_HINT =
  "File size: 20px x 20px // Accepted file types: png, jpeg, svg // Max size: 1MB";
export const ICON_REQUIRED = "Custom icon is required";
export const ICON_FAILED = "Failed to change card icon";
export const MAX_ICON_BYTES = 1024 * 1024;
export const iconSchema = z.object({
  base,
  mode: z.enum(["default", "custom"], { error: "Choose the default icon or a custom one" }),
});

/** Where an item moves to; the API calls it a card's id, which is its kind. */
export const moveItemSchema = z.object({
  base,
  destinationCardId: z
    .string({ error: "Choose a card" })
    .refine(
      (kind): kind is CardKind => isCardKind(kind) && !NOT_MOVABLE_KINDS.has(kind),
      "Choose a card",
    ),
});
export const movePatchSchema = moveItemSchema.omit({ base: true }).strict();

const SLUG_CHARACTERS = "Invalid url slug, only lowercase letters, numbers and hyphens are allowed";
const SLUG_LONG = "URL slug must be less than 100 characters";

/** A custom item URL: lower-case letters, digits and hyphens, fewer than 100 characters. */
export const slug = z
  .string({ error: "URL slug is required" })
  .trim()
  .regex(/^[a-z0-9-]*$/, SLUG_CHARACTERS)
  .min(1, "URL slug is required")
  .max(99, SLUG_LONG);
export const itemUrlSchema = z.object({ base, slug });

/** The API's call names the item again, which has to be the one of its address. */
export const slugPatchSchema = (uid: string) =>
  z.strictObject({
    itemUid: z.literal(uid, "Another item has this URL slug").optional(),
    slug,
  });
