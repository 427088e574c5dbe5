import * as z from "zod";
import { NAME_CHARACTERS } from "#values/names.ts";

/** The forms of permission profiles. */

export const profileSchema = z.object({
  name: z
    .string({ error: "Enter a name" })
    .trim()
    .min(1, "Enter a name")
    .max(50, "Use at most 50 characters")
    .regex(NAME_CHARACTERS, "Use letters, digits, spaces and . , ' & ( ) - / only"),
  scope: z.enum(["all", "chosen"], { error: "Choose what the profile includes" }),
});

/** The form of a new profile: what it begins with is another one, or nothing. */
export const newProfileSchema = profileSchema.extend({ from: z.string().max(100).optional() });

/** What the page of a profile does; a form names its own in `intent`. */
export const PROFILE_INTENTS = ["save", "remove"] as const;
export type ProfileIntent = (typeof PROFILE_INTENTS)[number];
export const profileIntentSchema = z.object({
  intent: z.enum(PROFILE_INTENTS, {
    error: "Something went wrong with this form. Reload the page and try again.",
  }),
});

/**
 * The page of a profile: name, scope and the tree. `shown` names the items that have a box on the
 * page, in one field, `items` those that are ticked. `card` is a button that takes every item of a
 * card, or none: `all` or `none`, the product and the kind; during a search, of those found.
 */
export const profileTreeSchema = profileSchema.extend({
  shown: z.string().default(""),
  items: z.array(z.string().max(300)).default([]),
  q: z.string().max(200).default(""),
  card: z
    .string()
    .regex(/^(?:all|none):[\w-]+:[A-Za-z]+$/, "Choose a card")
    .transform((text) => ({
      all: text.startsWith("all:"),
      key: text.slice(text.indexOf(":") + 1),
    }))
    .optional(),
});
