import type { NounName } from "#model/api-nouns.ts";
import { controlEditor } from "#content/controls/editor.server.ts";
import { faqEditor } from "#content/knowledge-base/editor.server.ts";
import {
  controlEntry,
  documentEntry,
  questionEntry,
  subprocessorEntry,
  updateEntry,
} from "../rules/entries.ts";
import {
  controlEntries,
  documentEntries,
  questionEntries,
  subprocessorEntries,
  updateEntries,
} from "../store/content-entries.server.ts";
import { idsOf } from "../store/entry-ids.server.ts";
import { documentWrites } from "../writes/document-writes.server.ts";
import { entryWrites } from "../writes/entry-writes.server.ts";
import { REVIEW_FIELDS } from "../writes/review-fields.server.ts";
import { subprocessorWrites } from "../writes/subprocessor-writes.server.ts";
import { updateWrites } from "../writes/update-writes.server.ts";
import { allOrNamed, called, CONTENT, noun, type Entry, type Noun } from "./row.ts";

/** What the library and the portal say. */
export const CONTENT_ROWS = {
  controls: called("controls", {
    about: "a control in your library",
    need: CONTENT,
    entry: controlEntry,
    ids: idsOf("controls"),
    entries: controlEntries,
    products: ({ productIds }) => allOrNamed(productIds),
    writes: entryWrites(controlEditor.declared),
  }),
  questions: called("questions", {
    about: "an FAQ entry",
    need: CONTENT,
    entry: questionEntry,
    ids: idsOf("faqEntries"),
    entries: questionEntries,
    products: ({ productIds }) => allOrNamed(productIds),
    writes: entryWrites(faqEditor.declared, REVIEW_FIELDS),
  }),
  documents: called("documents", {
    about: "a document in your library, without its file",
    need: CONTENT,
    entry: documentEntry,
    ids: idsOf("documents"),
    entries: documentEntries,
    products: ({ items }) => items.map(({ productId }) => productId),
    within: (entry, isOpen) => ({
      ...entry,
      items: entry.items.filter(({ productId }) => isOpen(productId)),
    }),
    writes: documentWrites,
  }),
  subprocessors: called("subprocessors", {
    about: "a subprocessor of a product",
    need: CONTENT,
    entry: subprocessorEntry,
    ids: idsOf("subprocessors"),
    entries: subprocessorEntries,
    products: ({ productId }) => [productId],
    writes: subprocessorWrites,
  }),
  updates: noun({
    about: "a trust update with everything that was added to it",
    need: CONTENT,
    entry: updateEntry,
    ids: idsOf("topics"),
    entries: updateEntries,
    products: ({ productIds }) => allOrNamed(productIds),
    writes: updateWrites,
  }),
} satisfies Readonly<Partial<Record<NounName, Noun<Entry>>>>;
