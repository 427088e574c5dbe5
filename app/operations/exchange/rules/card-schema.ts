import * as z from "zod";
import { integrationSchema, pageOf, providerOf } from "#model/integrations.ts";
import { MAX_LETTER } from "#model/bridge-letters.ts";
import { ENABLED_STATES, MATURITY_LEVELS, RECURRENCES } from "#model/items/items.ts";
import { CARD_KINDS } from "#model/cards/kinds.ts";
import { uid } from "#model/content-uid.ts";
import { filePath, httpUrl, markdown, momentSchema } from "./content-values.ts";

/** The shape of a card's file in a content folder, and of the items in it. */

export const contentItemSchema = z
  .strictObject({
    /** A catalogue uid, or an own one for a custom item, which then needs a title. */
    uid,
    title: z.string().min(2).max(100).optional(),
    state: z.enum(ENABLED_STATES).default("Enabled"),
    publicAccess: z.boolean().default(false),
    hidden: z.boolean().default(false),
    explanation: markdown.optional(),
    href: httpUrl.optional(),
    type: z.string().max(60).optional(),
    choice: z.string().max(60).optional(),
    maturity: z.enum(MATURITY_LEVELS).optional(),
    recurrence: z.enum(RECURRENCES).optional(),
    auditor: z.string().max(60).optional(),
    expiry: momentSchema.optional(),
    listEntries: z
      .array(
        z.strictObject({
          label: z.string().min(1).max(120),
          description: z.string().max(300).optional(),
          href: httpUrl.optional(),
        }),
      )
      .default([]),
    bridgeLetter: z
      .strictObject({
        letterEnabled: z.boolean(),
        letterContent: z.string().max(MAX_LETTER),
        signerName: z.string(),
        signerTitle: z.string(),
        letterType: z.enum(["SOC 1", "SOC 2"]),
      })
      .optional(),
    /** What the item is connected to; its link is that page. */
    integration: integrationSchema.optional(),
    documents: z.array(uid).default([]),
    /** An official badge in place of the catalogue's. */
    badge: filePath.optional(),
    /** Own place in its card, from 0 upwards. */
    position: z.int().min(0).optional(),
    slug: z
      .string()
      .regex(/^[a-z0-9-]{1,99}$/)
      .optional(),
    /** Addresses that the item had before: they lead to it. */
    oldSlugs: z.array(z.string().min(1).max(99)).default([]),
    lastModified: z.strictObject({ on: momentSchema, by: z.string() }).optional(),
  })
  .superRefine(({ uid: of, href, integration }, context) => {
    if (integration === undefined) return;
    const { provider, page } = integration;
    if (providerOf(of) !== provider)
      context.addIssue({
        code: "custom",
        path: ["integration", "provider"],
        message: `${of} is not connected to ${provider}`,
      });
    if (pageOf(provider, page) !== page || href !== page)
      context.addIssue({
        code: "custom",
        path: ["integration", "page"],
        message: "isn’t one of the provider’s pages, or not the item’s href",
      });
  });

export const cardFileSchema = z.strictObject({
  kind: z.enum(CARD_KINDS),
  title: z.string().min(1).max(50).optional(),
  displayText: z.string().min(4).max(100).optional(),
  placeholder: z.string().max(1000).optional(),
  icon: filePath.optional(),
  hidden: z.boolean().default(false),
  items: z.array(contentItemSchema).default([]),
});

export type ContentItem = z.infer<typeof contentItemSchema>;
export type CardFile = z.infer<typeof cardFileSchema>;
