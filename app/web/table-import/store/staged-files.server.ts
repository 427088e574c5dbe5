import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import type { StagedFilesTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

/** How long a file waits for its next step. */
const WAIT_MS = 24 * 3_600_000;

/** Files of one org that may wait at a time: the oldest gives way. */
const WAITING: Readonly<Record<StagedFilesTable["purpose"], number>> = {
  content: 1,
  controls: 5,
  faq: 5,
  subprocessors: 5,
  subscribers: 5,
  customers: 5,
  version: 50,
};

/**
 * Notes a file that was uploaded for an import; its bytes are stored already. What waited longest
 * goes when too many wait; the sweep of orphans takes its bytes.
 * @returns its id
 */
export async function stageFile(
  trx: Writer,
  orgId: string,
  {
    purpose,
    fileName,
    blob,
  }: {
    purpose: StagedFilesTable["purpose"];
    fileName: string;
    blob: { hash: string; size: number };
  },
  by: string,
  now: Date,
): Promise<string> {
  const id = newId();
  await recordBlob(trx, orgId, blob, isoNow(now));
  await trx
    .insertInto("stagedFiles")
    .values({
      orgId,
      id,
      purpose,
      fileName,
      blobHash: blob.hash,
      size: blob.size,
      createdAt: isoNow(now),
      createdBy: by,
    })
    .execute();
  const waiting = await inOrg(trx, orgId)
    .selectFrom("stagedFiles")
    .select("id")
    .where("purpose", "=", purpose)
    .where("id", "!=", id)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .execute();
  for (const old of waiting.slice(WAITING[purpose] - 1)) await removeStagedFile(trx, orgId, old.id);
  return id;
}

/** Files that were staged before this moment wait no longer. */
export function stagedSince(now: Date): string {
  return isoNow(new Date(now.getTime() - WAIT_MS));
}

/** A file that waits; null when there is none of that id, or it waited too long. */
export async function findStagedFile(
  db: Reader,
  orgId: string,
  purpose: StagedFilesTable["purpose"],
  id: string,
  now: Date,
): Promise<StagedFilesTable | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("stagedFiles")
    .selectAll()
    .where("id", "=", id)
    .where("purpose", "=", purpose)
    .where("createdAt", ">=", stagedSince(now))
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Forgets a file whose import is done. @returns whether it was there: an import that is sent twice
 * is done once
 */
export async function removeStagedFile(trx: Writer, orgId: string, id: string): Promise<boolean> {
  return (
    (await inOrg(trx, orgId).deleteFrom("stagedFiles").where("id", "=", id).executeTakeFirst())
      .numDeletedRows > 0n
  );
}

/**
 * Forgets files whose import nobody finished; the sweep of orphans takes their bytes. @returns how
 * many
 */
export async function purgeStagedFiles(trx: Writer, now: Date): Promise<number> {
  return Number(
    (
      await acrossTenants(trx, "The clock's sweep goes over all companies.")
        .deleteFrom("stagedFiles")
        .where("createdAt", "<", stagedSince(now))
        .executeTakeFirst()
    ).numDeletedRows,
  );
}
