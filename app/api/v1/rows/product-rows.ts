import type { NounName } from "#model/api-nouns.ts";
import { productEntry } from "../rules/entries.ts";
import { cardEntry, itemEntry } from "../rules/product-entries.ts";
import { idsOf } from "../store/entry-ids.server.ts";
import {
  cardEntries,
  cardIds,
  certificationIds,
  itemEntries,
  itemIds,
} from "../store/product-entries.server.ts";
import { productEntries } from "../store/surrounding-entries.server.ts";
import { cardWrites } from "../writes/card-writes.server.ts";
import { itemWrites } from "../writes/item-writes.server.ts";
import { productWrites } from "../writes/product-writes.server.ts";
import { CONTENT, noun, type Entry, type Noun } from "./row.ts";

/** Products, and what stands on their pages. */
export const PRODUCT_ROWS = {
  products: noun({
    about: "a product, without the content of its page",
    need: CONTENT,
    entry: productEntry,
    ids: idsOf("products"),
    entries: productEntries,
    products: ({ id }) => [id],
    writes: productWrites,
  }),
  cards: noun({
    about: "a card of a product, without its items",
    need: CONTENT,
    entry: cardEntry,
    ids: cardIds,
    entries: cardEntries,
    products: ({ productId }) => [productId],
    writes: cardWrites,
  }),
  items: noun({
    about: "an item of a product, on one of its cards",
    need: CONTENT,
    entry: itemEntry,
    ids: itemIds,
    entries: itemEntries,
    products: ({ productId }) => [productId],
    writes: itemWrites,
  }),
  certifications: noun({
    about: "an item on a product’s card of certifications, which items change",
    need: CONTENT,
    entry: itemEntry,
    ids: certificationIds,
    entries: itemEntries,
    products: ({ productId }) => [productId],
  }),
} satisfies Readonly<Partial<Record<NounName, Noun<Entry>>>>;
