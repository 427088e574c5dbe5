import * as z from "zod";
import { LETTER_TYPES } from "#model/bridge-letters.ts";
import { CARD_KINDS } from "#model/cards/kinds.ts";
import { ITEM_ACCESSES } from "#model/items/forms/items.ts";
import { ENABLED_STATES, MATURITY_LEVELS, RECURRENCES } from "#model/items/items.ts";

/** What the calls about cards and items answer. */

const id = z.string();
const time = z.iso.datetime();

export const cardEntry = z.object({
  id,
  productId: id,
  kind: z.enum(CARD_KINDS),
  /** null: the name that the card has without one of yours. */
  title: z.string().nullable(),
  displayText: z.string().nullable(),
  placeholder: z.string().nullable(),
  hidden: z.boolean(),
  /** The items of the catalog that begin on this card. */
  catalog: z.array(z.object({ uid: z.string(), title: z.string() })),
  updatedAt: time,
});

export const itemEntry = z.object({
  id,
  productId: id,
  /** What the item is called within its product; those of the catalog have the same in all of them. */
  uid: z.string(),
  kind: z.enum(CARD_KINDS),
  title: z.string(),
  enabledState: z.enum(ENABLED_STATES),
  access: z.enum(ITEM_ACCESSES),
  explanation: z.string().nullable(),
  href: z.string().nullable(),
  type: z.string().nullable(),
  choice: z.string().nullable(),
  maturity: z.enum(MATURITY_LEVELS).nullable(),
  recurrence: z.enum(RECURRENCES).nullable(),
  auditor: z.string().nullable(),
  expiry: z.iso.date().nullable(),
  listEntries: z.array(
    z.object({
      label: z.string(),
      description: z.string().optional(),
      href: z.string().optional(),
    }),
  ),
  bridgeLetter: z
    .object({
      letterEnabled: z.boolean(),
      letterContent: z.string(),
      signerName: z.string(),
      signerTitle: z.string(),
      letterType: z.enum(LETTER_TYPES),
    })
    .nullable(),
  documentIds: z.array(id),
  /** A URL of its own; null: the one that follows from its title. */
  slug: z.string().nullable(),
  updatedAt: time,
});

export type CardEntry = z.output<typeof cardEntry>;
export type ItemEntry = z.output<typeof itemEntry>;
