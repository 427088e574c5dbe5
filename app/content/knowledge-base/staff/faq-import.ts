import { readEntry } from "#content/edit-kit/entry-import.server.ts";
import { differing } from "#content/edit-kit/rules/entry-fields.ts";
import type { EntryImport } from "#web/table-import/staff/import-rows.ts";
import { judgeRows } from "#web/table-import/staff/read-rows.ts";
import {
  FAQ_FIELDS,
  FAQ_TABLE,
  faqSaid,
  faqSchema,
  type FaqForm,
  type FaqImportColumn,
} from "../forms/faq-fields.ts";
import { saveImportedFaq } from "../store/knowledge-base.server.ts";
import { listFaq } from "../store/faq-list.server.ts";

/** How a table comes into the knowledge base. */
export const faqImport: EntryImport<FaqImportColumn, FaqForm> = {
  purpose: "faq",
  path: "/knowledge-base",
  table: FAQ_TABLE,
  changedMeanwhile: "The knowledge base changed since you checked. Check again, then import.",
  async read(db, orgId, rows, { mapping, access, products, now }) {
    const entry = { fields: FAQ_FIELDS, schema: faqSchema };
    return judgeRows(rows, {
      mapping,
      name: FAQ_TABLE.name,
      entries: (await listFaq(db, orgId, {}, now)).map(faqSaid),
      nameOf: ({ question }) => question,
      valuesOf: (cell, known) => readEntry(entry, cell, known, { access, products }),
      differing: (before, after) => differing(FAQ_FIELDS, before, after),
    });
  },
  markdownOf: ({ answer, comment }) => [answer, comment],
  save: saveImportedFaq,
};
