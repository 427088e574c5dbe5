import type { BlobStore } from "../files/blob-store.ts";
import { cleanSvg, NotAnSvg } from "../files/svg-clean.ts";
import { ContentError, type Fault } from "./content-error.ts";
import { contentTypeOf } from "./content-types.ts";
import type { ContentFile } from "./read-folder.ts";

/** A file of the folder as it lies in the blob store. */
export interface StagedFile {
  hash: string;
  /** Plain bytes. */
  size: number;
  contentType: string;
}

/** What one file of a content folder may have: it comes from this machine, so only slips are caught. */
const MAX_FILE_BYTES = 4 * 1024 ** 3;
const MAX_SVG_BYTES = 4 * 1024 ** 2;

/**
 * Stores every file in the org's blobs, SVG cleaned before. Rows come later: a blob that no row speaks of
 * harms nothing.
 * @returns the stored files by their names in the folder
 * @throws ContentError naming every file that can't be used; no blob of this call remains then
 */
export async function stageFiles(blobs: BlobStore, orgId: string, files: readonly ContentFile[]): Promise<Map<string, StagedFile>> {
  const staged = new Map<string, StagedFile>();
  const faults: Fault[] = [];
  try {
    for (const file of files) {
      const contentType = contentTypeOf(file.name) ?? "application/octet-stream";
      const source = contentType === "image/svg+xml" ? await cleanedSvg(file, faults) : await file.open();
      if (source !== null) staged.set(file.name, { ...(await blobs.put(orgId, source, { maxBytes: MAX_FILE_BYTES })), contentType });
    }
    if (faults.length > 0) throw new ContentError(faults);
  } catch (error) {
    await unstage(blobs, orgId, staged);
    throw error;
  }
  return staged;
}

/** Removes what was staged for an org that came to nothing. */
export async function unstage(blobs: BlobStore, orgId: string, staged: ReadonlyMap<string, StagedFile>): Promise<void> {
  for (const { hash } of staged.values()) await blobs.remove(orgId, hash);
}

async function cleanedSvg(file: ContentFile, faults: Fault[]): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of await file.open()) {
      size += piece.length;
      if (size > MAX_SVG_BYTES) throw new NotAnSvg("it is too large");
      pieces.push(piece);
    }
    const bytes = Buffer.concat(pieces);
    return Buffer.from(cleanSvg(bytes.toString("utf8")));
  } catch (error) {
    if (!(error instanceof NotAnSvg)) throw error;
    faults.push(file.fault(`${file.name}: ${error.message}`));
    return null;
  }
}
