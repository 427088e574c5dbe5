import * as z from "zod";
import { DEFAULT_CARD_ORDER, type CardKind } from "../kinds.ts";
import { SECTION_IDS, type SectionId } from "../sections.ts";

/** What the calls save: an order, each id once, or null for the usual one. */

const once = <Entry extends z.ZodType>(entry: Entry, what: string) =>
  z
    .array(entry, `Name the ${what} in their order, or null for the usual one`)
    .min(1, `Name the ${what} in their order, or null for the usual one`)
    .max(20_000)
    .refine((ids) => new Set(ids).size === ids.length, `Each of the ${what} can appear only once`)
    .nullable();

/** The ids as callers write them, where the stored ones are shorter. */
const SPELLINGS: ReadonlyMap<unknown, SectionId> = new Map([
  ["trusted by", "trusted_by"],
  ["knowledge base (FAQs)", "kb"],
  ["trust center updates", "updates"],
]);

export const sectionOrderSchema = z.strictObject({
  sections: once(
    z.preprocess(
      (id) => SPELLINGS.get(id) ?? id,
      z.enum(SECTION_IDS, "This section doesn’t exist"),
    ),
    "sections",
  ),
});

export const cardOrderSchema = z.strictObject({
  cards: once(
    z
      .string()
      .refine(
        (kind): kind is CardKind => DEFAULT_CARD_ORDER.some((known) => known === kind),
        "This card doesn’t exist in the cards section",
      ),
    "cards",
  ),
});

/**
 * Items of a card by uid; of the Documents card, `featured` says how many of the first are featured
 * ones.
 */
export const itemOrderSchema = z.strictObject({
  items: once(z.string().min(1).max(200), "items"),
  featured: z.array(z.string().min(1).max(200)).max(20_000).optional(),
});
