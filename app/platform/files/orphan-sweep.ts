import {
  findBlob,
  forgetBlob,
  listUnnamedBlobs,
  mustNote,
  noteUnnamed,
} from "./store/blobs.server.ts";
import { isoNow } from "#db/ids.ts";
import type { Store } from "#db/store.ts";
import type { BlobStore } from "./blob-store.ts";

/**
 * How long a blob that nothing names is left alone, in milliseconds: longer than any upload waits
 * between its bytes and its row, and so long after a deletion that a copy of the database from
 * before it finds the file.
 */
export const ORPHAN_GRACE_MS = 24 * 3_600_000;

/**
 * Removes blobs that no row has named for a day: rows first, then files, then files that never had
 * a row. The day begins with the first sweep that finds it so. Safe beside uploads of the same
 * bytes: an upload that finds its bytes here gives the file the time of now, and a file younger
 * than the grace is left; whether a row names it is looked at once more under the write lock.
 * @returns how many files were removed
 */
export async function sweepOrphans(
  { store, blobs }: { store: Store; blobs: BlobStore },
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - ORPHAN_GRACE_MS);
  if (await mustNote(store.read, isoNow(now)))
    await store.write((trx) => noteUnnamed(trx, isoNow(now)));
  let removed = 0;
  let after: { orgId: string; hash: string } | null = null;
  for (;;) {
    const unnamed = await listUnnamedBlobs(store.read, isoNow(before), after);
    for (const { orgId, hash } of unnamed) {
      after = { orgId, hash };
      if (await blobs.isYounger(orgId, hash, before)) continue;
      if (!(await store.write((trx) => forgetBlob(trx, orgId, hash)))) continue;
      if (await blobs.removeOlder(orgId, hash, before)) removed += 1;
    }
    if (unnamed.length === 0) break;
  }
  for await (const { orgId, hash } of blobs.unnoticed(before, now)) {
    if ((await findBlob(store.read, orgId, hash)) !== null) continue;
    if (await blobs.removeOlder(orgId, hash, before)) removed += 1;
  }
  return removed;
}
