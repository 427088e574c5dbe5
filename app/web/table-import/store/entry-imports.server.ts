import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { tellNews } from "#visibility/changes/store/tell.server.ts";
import type { AnySubject } from "#tenancy/history/store/subject.server.ts";
import { NotFound } from "#db/refusals.ts";
import { removeStagedFile } from "./staged-files.server.ts";
import { inOrg } from "#db/tenant.ts";

/** How the rows of a table become entries of a list. */
interface EntryVerbs<Values> {
  subject: AnySubject;
  /** How the audit calls it: 'faq-entries.imported'. */
  action: string;
  /** Adds entries, each with its own moment; `fileName` is the table's. @returns their ids */
  add(
    entries: readonly (Values & { createdAt: Date; modifiedAt: Date })[],
    fileName: string,
  ): Promise<readonly string[]>;
  change(id: string, values: Values): Promise<void>;
}

/**
 * Writes the rows of an import and forgets its file, so that one that is sent twice is done once.
 * @param changes those with an id change that entry, the others are new
 * @throws NotFound when the import is done already, or an entry or product is gone
 */
export async function saveImported<Values extends object>(
  write: Write,
  importId: string,
  changes: readonly { id: string | null; values: Values }[],
  { subject, action, add, change }: EntryVerbs<Values>,
): Promise<{ added: number; changed: number }> {
  const { trx, orgId, by, now } = write;
  const file = await inOrg(trx, orgId)
    .selectFrom("stagedFiles")
    .select("fileName")
    .where("id", "=", importId)
    .executeTakeFirst();
  if (file === undefined || !(await removeStagedFile(trx, orgId, importId)))
    throw new NotFound("import");
  const fresh = changes.filter(({ id }) => id === null);
  // A moment apart, so that the list keeps the order of the file.
  const at = (place: number) => new Date(now.getTime() - place);
  const added = await add(
    fresh.map(({ values }, place) => ({ ...values, createdAt: at(place), modifiedAt: at(place) })),
    file.fileName,
  );
  const news = (subjectId: string) => subject.told?.({ orgId, productId: null, subjectId }) ?? {};
  await tellNews(write, added.map(news));
  for (const { id, values } of changes) {
    if (id !== null)
      await recordChange(trx, { subject, orgId, productId: null, subjectId: id, by, now }, () =>
        change(id, values),
      );
  }
  const counts = { added: fresh.length, changed: changes.length - fresh.length };
  await recordAudit(write, { action, detail: counts });
  return counts;
}
