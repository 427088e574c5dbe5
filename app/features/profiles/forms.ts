import * as z from "zod";
import { NAME_CHARACTERS } from "../../values/names.ts";

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

/** What the page of a profile does; a form names its own in `intent`. */
export const PROFILE_INTENTS = ["save", "choose", "remove"] as const;
export type ProfileIntent = (typeof PROFILE_INTENTS)[number];
export const profileIntentSchema = z.object({
  intent: z.enum(PROFILE_INTENTS, { error: "This form names nothing that this page does." }),
});

/**
 * Every item of a card, or none: a button of the list of cards, its value `all` or `none`, the
 * product and the kind.
 */
export const wholeCardSchema = z.object({
  card: z
    .string({ error: "Choose a card" })
    .regex(/^(?:all|none):[\w-]+:[A-Za-z]+$/, "Choose a card")
    .transform((text) => {
      const [choice = "", productId = "", kind = ""] = text.split(":");
      return { all: choice === "all", productId, kind };
    }),
});

/**
 * The items of a card that a profile includes: a checkbox for each one shown, and buttons that
 * choose the card whole.
 */
export const cardItemsSchema = z.object({
  choice: z.enum(["ticked", "all", "none"]).default("ticked"),
  shown: z.array(z.string().max(200)).max(500).default([]),
  items: z.array(z.string().max(200)).max(500).default([]),
});
