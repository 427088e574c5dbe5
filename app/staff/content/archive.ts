import type { StagedFilesTable } from "../../../db/schema.ts";
import type { Folder } from "../../content/folder.ts";
import { ZipFolder } from "../../content/zip-folder.ts";
import type { BlobStore } from "../../files/blob-store.ts";
import { StrictZip } from "../../files/strict-zip.ts";
import { StoredFile } from "../../files/upload/blob-access.ts";

/** The largest archive that the page takes; the command takes larger ones. */
export const MAX_CONTENT_ARCHIVE = 2 * 1024 ** 3;
const LIMITS = { maxEntries: 20_000, maxBytes: 4 * 1024 ** 3 };

/**
 * Opens an uploaded archive as a content folder while `work` runs.
 * @throws ZipRefused when it is none, or none to be trusted
 */
export async function withArchive<T>(blobs: BlobStore, { orgId, blobHash, size }: Pick<StagedFilesTable, "orgId" | "blobHash" | "size">, work: (folder: Folder) => Promise<T>): Promise<T> {
  const zip = await StrictZip.ofBlob(new StoredFile(blobs, orgId, { hash: blobHash, size }), LIMITS);
  try {
    return await work(new ZipFolder(zip));
  } finally {
    zip.close();
  }
}
