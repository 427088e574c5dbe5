import { seenEntries, shownEntries } from "#visibility/store/faq.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import type { FaqItem } from "#model/visibility/page.ts";
import { TABLE_SOURCE } from "#model/knowledge-base.ts";
import { foundEntries } from "./found.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { saveImported } from "#web/table-import/store/entry-imports.server.ts";
import { type FaqValues, addFaqEntries, updateFaqEntry } from "./faq.server.ts";
import { faqSubject } from "./entry-history.server.ts";

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

/**
 * Writes the rows of an import into the knowledge base.
 * @throws NotFound when the import is done already, or an entry or product is gone
 */
export function saveImportedFaq(
  write: Write,
  importId: string,
  changes: readonly { id: string | null; values: FaqValues }[],
): Promise<{ added: number; changed: number }> {
  const { trx, orgId, now } = write;
  return saveImported(write, importId, changes, {
    subject: faqSubject,
    action: "faq-entries.imported",
    add: (entries, fileName) =>
      addFaqEntries(
        trx,
        orgId,
        entries.map((entry) => ({
          ...entry,
          sourceType: TABLE_SOURCE,
          sourceSubtype: /\.(csv|xlsx)$/i.exec(fileName)?.[1]?.toLowerCase() ?? null,
          sourceName: fileName,
        })),
      ),
    change: (id, values) => updateFaqEntry(trx, orgId, id, values, now),
  });
}
