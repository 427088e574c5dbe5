import { seenEntries, shownEntries } from "#visibility/store/faq.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import type { FaqItem } from "#model/visibility/page.ts";
import { TABLE_SOURCE } from "#model/knowledge-base.ts";
import { foundEntries } from "./found.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { saveImported } from "#web/table-import/store/entry-imports.server.ts";
import { differing } from "#content/edit-kit/rules/entry-fields.ts";
import { FAQ_FIELDS, faqSaid } from "../forms/faq-fields.ts";
import {
  type FaqEntry,
  type FaqValues,
  addFaqEntries,
  findFaqEntry,
  updateFaqEntry,
} from "./faq.server.ts";
import { faqSubject } from "./entry-history.server.ts";
import { setReviews, type ReviewChange } from "./reviews.server.ts";

/**
 * The entries that are looked for, as pages show them.
 * @param search words of the question, the answer or the comment
 */
export async function findFaq(scope: PageScope, search: string): Promise<FaqItem<string>[]> {
  return shownEntries(scope, await foundEntries(scope.org, await seenEntries(scope), search));
}

/** Entries that a page shows in the order in which they were added, the newest first. */
export async function newestFirst<Entry extends { id: string }>(
  scope: PageScope,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const added = new Map((await seenEntries(scope)).map(({ id, createdAt }) => [id, createdAt]));
  return entries.toSorted((a, b) => (added.get(b.id) ?? "").localeCompare(added.get(a.id) ?? ""));
}

/** A row of an import: what an entry says, and what changes of its review. */
export type ImportedFaq = FaqValues & { review?: ReviewChange };

/**
 * Writes the rows of an import into the knowledge base.
 * @throws NotFound when the import is done already, or an entry or product is gone; Refused for an
 *   owner who can't edit entries
 */
export async function saveImportedFaq(
  write: Write,
  importId: string,
  changes: readonly { id: string | null; values: ImportedFaq }[],
): Promise<{ added: number; changed: number }> {
  const { trx, orgId, now } = write;
  // Entries with the same owner and months are said together.
  const reviews = new Map<string, { ids: string[]; review: ReviewChange }>();
  const note = (id: string, { review = {} }: ImportedFaq) => {
    if (Object.keys(review).length === 0) return;
    const key = JSON.stringify([review.ownerId, review.everyMonths]);
    const same = reviews.get(key) ?? { ids: [], review };
    reviews.set(key, same);
    same.ids.push(id);
  };
  const counts = await saveImported(write, importId, changes, {
    subject: faqSubject,
    action: "faq-entries.imported",
    async add(entries, fileName) {
      const ids = await addFaqEntries(
        trx,
        orgId,
        entries.map((entry) => ({
          ...entry,
          sourceType: TABLE_SOURCE,
          sourceSubtype: /\.(csv|xlsx)$/i.exec(fileName)?.[1]?.toLowerCase() ?? null,
          sourceName: fileName,
        })),
      );
      for (const [at, entry] of entries.entries()) note(ids[at] ?? "", entry);
      return ids;
    },
    async change(id, values) {
      note(id, values);
      const before = await findFaqEntry(trx, orgId, id);
      // A row that says something of the review alone leaves the entry as it was written.
      if (before !== null && saysSame(before, values)) return;
      await updateFaqEntry(trx, orgId, id, values, now);
    },
  });
  for (const { ids, review } of reviews.values()) await setReviews(write, ids, review);
  return counts;
}

/** Whether an entry says already what a row says. */
function saysSame(before: FaqEntry, values: FaqValues): boolean {
  const { comment = null, topic = null, shortAnswer = null, favourite = false, ...others } = values;
  const after = { ...others, comment, topic, shortAnswer, favourite };
  return differing(FAQ_FIELDS, faqSaid(before), after).length === 0;
}
