import { recordAudit, type Actor } from "./audit.ts";
import { changing } from "./changes/changing.ts";
import { addFaqEntries, updateFaqEntry, type FaqValues } from "./faq.ts";
import { NotFound } from "./refusals.ts";
import { removeStagedFile } from "./staged-files.ts";
import type { Writer } from "./store.ts";

/**
 * Writes the rows of an import and forgets its file, so that one that is sent twice is done once.
 * @param changes those with an id change that entry, the others are new
 * @throws NotFound when the import is done already, or an entry or product is gone
 */
export async function saveImportedFaq(
  trx: Writer,
  orgId: string,
  importId: string,
  changes: readonly { id: string | null; values: FaqValues }[],
  by: Actor,
  now: Date,
): Promise<{ added: number; changed: number }> {
  if (!(await removeStagedFile(trx, orgId, importId))) throw new NotFound("import");
  const fresh = changes.filter(({ id }) => id === null);
  // A moment apart, so that the list keeps the order of the file.
  const at = (place: number) => new Date(now.getTime() - place);
  await addFaqEntries(
    trx,
    orgId,
    fresh.map(({ values }, place) => ({
      ...values,
      sourceType: "questionnaire",
      createdAt: at(place),
      modifiedAt: at(place),
    })),
  );
  for (const { id, values } of changes) {
    if (id !== null)
      await changing(
        trx,
        { subject: "faq-entry", orgId, productId: null, subjectId: id, by, now },
        () => updateFaqEntry(trx, orgId, id, values, now),
      );
  }
  const counts = { added: fresh.length, changed: changes.length - fresh.length };
  await recordAudit(trx, { orgId, by, action: "faq-entries.imported", detail: counts, now });
  return counts;
}
