import { saveImportedFaq } from "../store/knowledge-base.server.ts";
import { listFaq, type FaqRow } from "../store/faq-list.server.ts";
import { FAQ_TABLE, type FaqImportColumn } from "#model/knowledge-base/faq-columns.ts";
import { faqSchema, type FaqForm } from "#model/knowledge-base/forms/faq-forms.ts";
import type { EntryImport } from "#web/table-import/staff/import-rows.ts";
import {
  accessCell,
  judgeRows,
  parsedRow,
  productsCell,
  sameLines,
} from "#web/table-import/staff/read-rows.ts";

/** How a table comes into the knowledge base. */
export const faqImport: EntryImport<FaqImportColumn, FaqForm> = {
  purpose: "faq",
  path: "/knowledge-base",
  table: FAQ_TABLE,
  changedMeanwhile: "The knowledge base changed in the meantime. Check again, then import.",
  async read(db, orgId, rows, { mapping, access, products, now }) {
    return judgeRows(rows, {
      mapping,
      name: FAQ_TABLE.name,
      entries: await listFaq(db, orgId, {}, now),
      nameOf: ({ question }) => question,
      valuesOf(cell, known) {
        const may = accessCell(cell("access"));
        if (typeof may === "string") return may;
        const star = (cell("favourite") ?? "").toLowerCase();
        if (!["", "yes", "no", "true", "false", "1", "0"].includes(star))
          return "Favorite is neither yes nor no";
        const about = productsCell(cell("products"), products);
        if (typeof about === "string") return about;
        const isFavourite =
          cell("favourite") === null
            ? known !== undefined && known.favouriteAt !== null
            : ["yes", "true", "1"].includes(star);
        return parsedRow(faqSchema, {
          question: cell("question") ?? "",
          answer: cell("answer") ?? "",
          comment: cell("comment") ?? known?.comment ?? "",
          topic: cell("topic") ?? known?.topic ?? "",
          access: may.access ?? known?.access ?? access,
          favourite: isFavourite ? "yes" : undefined,
          productIds: about.productIds ?? known?.productIds ?? [],
        });
      },
      differing,
    });
  },
  markdownOf: ({ answer, comment }) => [answer, comment],
  save: saveImportedFaq,
};

function differing(before: FaqRow, after: FaqForm): string[] {
  const same: [string, boolean][] = [
    ["question", before.question === after.question],
    ["answer", sameLines(before.answer) === after.answer],
    ["comment", sameLines(before.comment) === (after.comment ?? "")],
    ["topic", before.topic === after.topic],
    ["access", before.access === after.access],
    ["favourite", (before.favouriteAt !== null) === after.favourite],
    ["products", before.productIds.toSorted().join() === after.productIds.toSorted().join()],
  ];
  return same.flatMap(([name, is]) => (is ? [] : [name]));
}
