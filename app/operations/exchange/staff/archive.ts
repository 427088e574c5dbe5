import type { StagedFilesTable } from "#db/schema.ts";
import { ZipFolder } from "../zip-folder.ts";
import type { BlobStore } from "#platform/files/blob-store.ts";
import { StrictZip } from "#platform/files/strict-zip.ts";
import { StoredFile } from "#platform/files/upload/blob-access.ts";
import { Semaphore } from "#platform/jobs/semaphore.ts";

/** The largest archive that the page takes; the command takes larger ones. */
export const MAX_CONTENT_ARCHIVE = 2 * 1024 ** 3;
const LIMITS = { maxEntries: 20_000, maxBytes: 4 * 1024 ** 3 };

/** Reading one takes half a gigabyte at worst, and hashing its files takes the disk. */
const turns = new Semaphore(
  { running: 1, waiting: 2 },
  {
    words: "Other archives are being read right now. Wait a minute, then try again.",
    status: 503,
    retryAfterSeconds: 60,
  },
);

/**
 * Opens an uploaded archive as a content folder while `work` runs, one archive after the other.
 * @throws ZipRefused when it is none, or none to be trusted; Busy when too many wait
 */
export async function withArchive<T>(
  blobs: BlobStore,
  { orgId, blobHash, size }: Pick<StagedFilesTable, "orgId" | "blobHash" | "size">,
  work: (folder: ZipFolder) => Promise<T>,
): Promise<T> {
  return turns.run(orgId, () =>
    opened(new StoredFile(blobs, orgId, { hash: blobHash, size }), work),
  );
}

async function opened<T>(file: StoredFile, work: (folder: ZipFolder) => Promise<T>): Promise<T> {
  const zip = await StrictZip.ofBlob(file, LIMITS);
  try {
    return await work(new ZipFolder(zip));
  } finally {
    zip.close();
  }
}
