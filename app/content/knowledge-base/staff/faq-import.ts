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

/** What a row says of an entry, what it changes of the entry's review, and what it can't change of it. */
type FaqRow = FaqForm & { review: ReviewChange; unread: readonly string[] };

/** How a table comes into the knowledge base. */
export const faqImport: EntryImport<FaqImportColumn, FaqRow> = {
  purpose: "faq",
  path: "/knowledge-base",
  table: FAQ_TABLE,
  changedMeanwhile: "The knowledge base changed since you checked. Check again, then import.",
  unreadWords: (rows) =>
    rows === 1
      ? "1 row names an owner or months that aren’t imported."
      : `${rows} rows name an owner or months that aren’t imported.`,
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
        return { ...said, ...readReview(cell, reviews.get(known?.id ?? "") ?? NO_REVIEW, owners) };
      },
      unreadOf: ({ unread }) => unread,
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
 * What the cells of a row change of an entry's review. Other programs' tables have owners, too, who
 * are nobody here: what such a cell says is left out, and told, and the row is taken.
 * @param before as it is stored
 * @param owners those who can own an entry
 */
function readReview(
  cell: CellOf<"owner" | "reviewMonths">,
  before: Pick<EntryReview, "ownerId" | "everyMonths">,
  owners: Awaited<ReturnType<typeof entryOwners>>,
): Pick<FaqRow, "review" | "unread"> {
  const review: ReviewChange = {};
  const unread: string[] = [];
  const owner = cell("owner");
  const found = owner === null ? null : ownerCalled(owner, owners);
  if (typeof found === "string") unread.push(`Owner left out: ${found}`);
  else if (found !== null) {
    // Whoever left the team owns nothing.
    const stored = owners.find(({ id }) => id === before.ownerId)?.id ?? null;
    if (found.id !== stored) review.ownerId = found.id;
  }
  const months = cell("reviewMonths");
  if (months !== null) {
    const everyMonths = REVIEW_MONTHS.find((known) => String(known) === months) ?? null;
    if (months !== "" && everyMonths === null)
      unread.push(
        `Months between reviews left out: they must be one of ${REVIEW_MONTHS.join(", ")}`,
      );
    else if (everyMonths !== before.everyMonths) review.everyMonths = everyMonths;
  }
  return { review, unread };
}

/** Whom a cell names; an empty one nobody. A text: why it is none of these. */
function ownerCalled(
  text: string,
  owners: Awaited<ReturnType<typeof entryOwners>>,
): { id: string | null } | string {
  if (text === "") return { id: null };
  const called = text.toLowerCase();
  const byEmail = owners.filter(({ email }) => email.toLowerCase() === called);
  const found =
    byEmail.length > 0
      ? byEmail
      : owners.filter(({ name }) => name.trim().toLowerCase() === called);
  const [first] = found;
  const shown = text.slice(0, 60);
  if (found.length > 1) return `several people are called ${shown}`;
  return first ?? `${shown} isn’t someone on your team who can edit the FAQ`;
}
