import { createHash } from "node:crypto";
import type { BlobStore } from "../files/blob-store.ts";
import { cleanSvg, NotAnSvg } from "../files/svg-clean.ts";
import { ContentError, type Fault } from "./content-error.ts";
import { contentTypeOf } from "./content-types.ts";
import type { Folder } from "./folder.ts";
import type { ContentFile } from "./read-folder.ts";

/** A file of the folder as it lies in the blob store. */
export interface StagedFile {
  hash: string;
  /** Plain bytes. */
  size: number;
  contentType: string;
}

/** A folder and the files in it that its content names. */
export interface FilesOfFolder {
  folder: Folder;
  files: readonly ContentFile[];
}

/** What one file of a content folder may have: it comes from this machine, so only slips are caught. */
const MAX_FILE_BYTES = 4 * 1024 ** 3;
const MAX_SVG_BYTES = 4 * 1024 ** 2;

/**
 * Stores every file in the org's blobs, SVG cleaned before. Rows come later: a blob that no row speaks of
 * harms nothing.
 * @returns the stored files by their names in the folder
 * @param options.isNew whether the org has nothing yet: what was stored goes again when a file can't be used.
 *   Otherwise the org may have held the same bytes before, and what nothing names is left to the sweep
 * @throws ContentError naming every file that can't be used
 */
export async function stageFiles(blobs: BlobStore, orgId: string, { folder, files }: FilesOfFolder, { isNew }: { isNew: boolean }): Promise<Map<string, StagedFile>> {
  const staged = new Map<string, StagedFile>();
  const faults: Fault[] = [];
  try {
    for (const file of files) {
      const contentType = contentTypeOf(file.name) ?? "application/octet-stream";
      const source = contentType === "image/svg+xml" ? await cleanedSvg(folder, file, faults) : await folder.open(file.name);
      if (source !== null) staged.set(file.name, { ...(await blobs.put(orgId, source, { maxBytes: MAX_FILE_BYTES })), contentType });
    }
    if (faults.length > 0) throw new ContentError(faults);
  } catch (error) {
    if (isNew) await unstage(blobs, orgId, staged);
    throw error;
  }
  return staged;
}

/** Removes what was staged for an org that came to nothing. */
export async function unstage(blobs: BlobStore, orgId: string, staged: ReadonlyMap<string, StagedFile>): Promise<void> {
  for (const { hash } of staged.values()) await blobs.remove(orgId, hash);
}

/**
 * SHA-256 of every file as it would be stored, without storing any.
 * @throws ContentError as `stageFiles`
 */
export async function hashFiles({ folder, files }: FilesOfFolder): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const faults: Fault[] = [];
  for (const file of files) {
    const isSvg = contentTypeOf(file.name) === "image/svg+xml";
    const source = isSvg ? await cleanedSvg(folder, file, faults) : await folder.open(file.name);
    if (source === null) continue;
    const hash = createHash("sha256");
    if (source instanceof Uint8Array) hash.update(source);
    else for await (const piece of source) hash.update(piece);
    hashes.set(file.name, hash.digest("hex"));
  }
  if (faults.length > 0) throw new ContentError(faults);
  return hashes;
}

async function cleanedSvg(folder: Folder, file: ContentFile, faults: Fault[]): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of await folder.open(file.name)) {
      size += piece.length;
      if (size > MAX_SVG_BYTES) throw new NotAnSvg("it is too large");
      pieces.push(piece);
    }
    const bytes = Buffer.concat(pieces);
    return Buffer.from(cleanSvg(bytes.toString("utf8")));
  } catch (error) {
    if (!(error instanceof NotAnSvg)) throw error;
    faults.push({ ...file.place, message: `${file.name}: ${error.message}` });
    return null;
  }
}
