import { nameInWords } from "#values/upload-names.ts";
import { sizeInWords } from "#values/file-size.ts";
import { type BlobStore, BlobTooLarge } from "../blob-store.ts";
import { readMultipart } from "./multipart.ts";
import { refuseLength } from "./receive.ts";
import { UploadFault } from "./fault.ts";
import { createAsset } from "../store/assets.server.ts";
import { recordBlob } from "../store/blobs.server.ts";
import { isoNow } from "#db/ids.ts";
import type { Writer } from "#db/store.ts";
import type { Services } from "../../context.ts";
import type { SentPicture } from "./picture.ts";

/** A file that was uploaded for an import: on the disk, encrypted, and no row speaks of it yet. */
export interface StagedUpload {
  fileName: string;
  blob: { hash: string; size: number };
}

/**
 * Stores the one file of a form, whatever it holds: whoever reads it judges it.
 * @returns null when no file was chosen
 * @throws UploadFault (413) beyond `maxBytes`; UploadUnreadable when it is no such form or broke
 *   off
 */
export async function stageUpload(
  blobs: BlobStore,
  orgId: string,
  request: Request,
  maxBytes: number,
): Promise<StagedUpload | null> {
  refuseLength(request, maxBytes, 1);
  let staged: StagedUpload | null = null;
  try {
    await readMultipart(
      request,
      { maxFiles: 1 },
      {
        field: () => undefined,
        async file({ sentName, bytes }) {
          const blob = await blobs.put(orgId, bytes, { maxBytes });
          if (blob.size > 0) staged = { fileName: nameInWords(sentName), blob };
        },
      },
    );
  } catch (error) {
    if (error instanceof BlobTooLarge)
      throw new UploadFault(
        `This file is larger than ${sizeInWords(maxBytes)}, the most that is accepted.`,
        413,
      );
    throw error;
  }
  return staged;
}

/**
 * A picture that is on the disk, and becomes an asset of the org in the transaction of what uses
 * it.
 */
export interface StoredPicture {
  record(trx: Writer, now: Date): Promise<string>;
}

/**
 * Stores a picture that was read.
 * @param type what it is for, as `createAsset` names it
 * @param maxBytes the most that is sent: a cleaned SVG can be a little longer than that
 */
export async function storePicture(
  { blobs }: Pick<Services, "blobs">,
  orgId: string,
  { fileName, contentType, bytes }: SentPicture,
  { type, maxBytes }: { type: string; maxBytes: number },
): Promise<StoredPicture> {
  const blob = await blobs.put(orgId, bytes, { maxBytes: 2 * maxBytes });
  return {
    async record(trx, now) {
      await recordBlob(trx, orgId, blob, isoNow(now));
      return createAsset({ trx, orgId, now }, { type, fileName, contentType, blobHash: blob.hash });
    },
  };
}
