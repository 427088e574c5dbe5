import { createHash } from "node:crypto";
import path from "node:path";
import { StorageUnavailable } from "#db/store.ts";
import { kindOfName } from "#values/file-types.ts";
import type { BlobStore } from "#platform/files/blob-store.ts";
import { StoredFile } from "#platform/files/upload/blob-access.ts";
import { inspectStored } from "#platform/files/upload/inspect.ts";
import { readPicture } from "#platform/files/upload/picture.ts";
import { faultOf } from "#platform/files/upload/receive.ts";
import type { TriedFile } from "#content/documents/upload/showing-trial.ts";
import { checkedBytes, claimedKind } from "#platform/files/upload/stream-check.ts";
import { UploadFault } from "#platform/files/upload/fault.ts";
import { ContentError, type Fault, contentTypeOf } from "./content-ids.ts";
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

/** Why a stored document is not taken, in words; null when it is. */
export type RefuseFile = (file: TriedFile) => Promise<string | null>;

/** What one file of a content folder may have, where nothing else is said. */
const MAX_FILE_BYTES = 4 * 1024 ** 3;
const MAX_PICTURE_BYTES = 4 * 1024 ** 2;

/**
 * Stores every file in the org's blobs, SVG cleaned before. Rows come later: a blob that no row
 * speaks of harms nothing.
 * @returns the stored files by their names in the folder
 * @param options.isNew whether the org has nothing yet: what was stored goes again when a file
 *   can't be used. Otherwise the org may have held the same bytes before, and what nothing names is
 *   left to the sweep
 * @param options.maxBytes what one document may have, where the org says so
 * @param options.refuse looks at each document once it is stored; what it says is that file's fault
 * @throws ContentError naming every file that can't be used
 */
export async function stageFiles(
  blobs: BlobStore,
  orgId: string,
  { folder, files }: FilesOfFolder,
  {
    isNew,
    maxBytes = MAX_FILE_BYTES,
    refuse,
  }: { isNew: boolean; maxBytes?: number; refuse?: RefuseFile | undefined },
): Promise<Map<string, StagedFile>> {
  const staged = new Map<string, StagedFile>();
  const faults: Fault[] = [];
  try {
    for (const file of files) {
      await noting(file, faults, maxBytes, async () => {
        const { source, contentType } = await sourceOf(folder, file);
        const blob = await blobs.put(orgId, source, {
          maxBytes: file.picture === null ? maxBytes : MAX_FILE_BYTES,
        });
        staged.set(file.name, { ...blob, contentType });
        const kind = kindOfName(file.name);
        if (file.picture !== null || kind === null) return;
        const { encryptedType } = await inspectStored(new StoredFile(blobs, orgId, blob), kind);
        const fault = await refuse?.({ contentType, blob, encryptedType });
        if (fault !== undefined && fault !== null) throw new UploadFault(fault);
      });
    }
    if (faults.length > 0) throw new ContentError(faults);
  } catch (error) {
    if (isNew) await unstage(blobs, orgId, staged);
    throw error;
  }
  return staged;
}

/** Removes what was staged for an org that came to nothing. */
export async function unstage(
  blobs: BlobStore,
  orgId: string,
  staged: ReadonlyMap<string, StagedFile>,
): Promise<void> {
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
    await noting(file, faults, MAX_FILE_BYTES, async () => {
      const { source } = await sourceOf(folder, file);
      const hash = createHash("sha256");
      if (source instanceof Uint8Array) hash.update(source);
      else for await (const piece of source) hash.update(piece);
      hashes.set(file.name, hash.digest("hex"));
    });
  }
  if (faults.length > 0) throw new ContentError(faults);
  return hashes;
}

/**
 * The bytes of a file as they are kept, checked while they are read as an upload is: pictures
 * cleaned, documents of the kind that their name claims.
 */
async function sourceOf(
  folder: Folder,
  { name, picture }: ContentFile,
): Promise<{ source: Uint8Array | AsyncIterable<Uint8Array>; contentType: string }> {
  const contentType = contentTypeOf(name) ?? "application/octet-stream";
  if (picture === null && contentType !== "image/svg+xml")
    return { source: checkedBytes(await folder.open(name), claimedKind(name)), contentType };
  const read = await readPicture(
    path.posix.basename(name),
    await folder.open(name),
    MAX_PICTURE_BYTES,
    picture ?? "icon",
  );
  if (read === null)
    throw new UploadFault("This file has no usable name. Rename it and try again.");
  return { source: read.bytes, contentType: read.contentType };
}

/** Does what reads a file; what is wrong with the file is noted with the key that names it. */
async function noting(
  file: ContentFile,
  faults: Fault[],
  maxBytes: number,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    // No room is no fault of the file's.
    const fault = error instanceof StorageUnavailable ? null : faultOf(error, maxBytes);
    if (fault === null) throw error;
    faults.push({ ...file.place, message: `${file.name}: ${fault.message}` });
  }
}
