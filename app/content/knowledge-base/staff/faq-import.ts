import { readEntry } from "#content/edit-kit/entry-import.server.ts";
import { differing } from "#content/edit-kit/rules/entry-fields.ts";
import { REVIEW_MONTHS } from "#model/knowledge-base/reviews.ts";
import type { EntryImport } from "#web/table-import/staff/import-rows.ts";
import { judgeRows, type CellOf } from "#web/table-import/staff/read-rows.ts";
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
import {
  entryOwners,
  NO_REVIEW,
  storedReviews,
  type EntryReview,
  type ReviewChange,
} from "../store/reviews.server.ts";

/** What a row says of an entry, and what it changes of the entry's review. */
type FaqRow = FaqForm & { review: ReviewChange };

/** How a table comes into the knowledge base. */
export const faqImport: EntryImport<FaqImportColumn, FaqRow> = {
  purpose: "faq",
  path: "/knowledge-base",
  table: FAQ_TABLE,
  changedMeanwhile: "The knowledge base changed since you checked. Check again, then import.",
  async read(db, orgId, rows, { mapping, access, products, now }) {
    const entry = { fields: FAQ_FIELDS, schema: faqSchema };
    const entries = (await listFaq(db, orgId, {}, now)).map(faqSaid);
    const hasReviews = mapping.owner !== null || mapping.reviewMonths !== null;
    const reviews = await storedReviews(db, orgId, hasReviews ? entries.map(({ id }) => id) : []);
    const owners = mapping.owner === null ? [] : await entryOwners(db, orgId);
    return judgeRows(rows, {
      mapping,
      name: FAQ_TABLE.name,
      entries,
      nameOf: ({ question }) => question,
      valuesOf(cell, known) {
        const said = readEntry(entry, cell, known, { access, products });
        if (typeof said === "string") return said;
        const review = readReview(cell, reviews.get(known?.id ?? "") ?? NO_REVIEW, owners);
        return typeof review === "string" ? review : { ...said, review };
      },
      differing: (before, after) => [
        ...differing(FAQ_FIELDS, before, after),
        ...(after.review.ownerId === undefined ? [] : ["owner"]),
        ...(after.review.everyMonths === undefined ? [] : ["months between reviews"]),
      ],
    });
  },
  markdownOf: ({ answer, comment }) => [answer, comment],
  save: saveImportedFaq,
};

/**
 * What the cells of a row change of an entry's review.
 * @param before as it is stored
 * @param owners those who can own an entry
 * @returns a text: what is wrong
 */
function readReview(
  cell: CellOf<"owner" | "reviewMonths">,
  before: Pick<EntryReview, "ownerId" | "everyMonths">,
  owners: Awaited<ReturnType<typeof entryOwners>>,
): ReviewChange | string {
  const change: ReviewChange = {};
  const owner = cell("owner");
  if (owner !== null) {
    const called = owner.toLowerCase();
    const byEmail = owners.filter(({ email }) => email.toLowerCase() === called);
    const found =
      byEmail.length > 0
        ? byEmail
        : owners.filter(({ name }) => name.trim().toLowerCase() === called);
    if (found.length > 1) return `Several people are called ${owner.slice(0, 60)}`;
    if (owner !== "" && found.length === 0)
      return `${owner.slice(0, 60)} isn’t someone on your team who can edit the FAQ`;
    const ownerId = found[0]?.id ?? null;
    // Whoever left the team owns nothing.
    const stored = owners.find(({ id }) => id === before.ownerId)?.id ?? null;
    if (ownerId !== stored) change.ownerId = ownerId;
  }
  const months = cell("reviewMonths");
  if (months !== null) {
    const everyMonths = REVIEW_MONTHS.find((known) => String(known) === months) ?? null;
    if (months !== "" && everyMonths === null)
      return `Months between reviews must be one of ${REVIEW_MONTHS.join(", ")}`;
    if (everyMonths !== before.everyMonths) change.everyMonths = everyMonths;
  }
  return change;
}
