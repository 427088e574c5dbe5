import { nameInWords } from "../../values/upload-names.ts";
import { sizeInWords } from "../../values/sizes.ts";
import { BlobTooLarge, type BlobStore } from "../blob-store.ts";
import { readMultipart } from "./multipart.ts";
import { refuseLength } from "./receive.ts";
import { UploadFault } from "./upload-fault.ts";

/** A file that was uploaded for an import: on the disk, encrypted, and no row speaks of it yet. */
export interface StagedUpload {
  fileName: string;
  blob: { hash: string; size: number };
}

/**
 * Stores the one file of a form, whatever it holds: whoever reads it judges it.
 * @returns null when no file was chosen
 * @throws UploadFault (413) beyond `maxBytes`; UploadUnreadable when it is no such form or broke off
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
