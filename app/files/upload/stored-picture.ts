import { createAsset } from "../store/assets.server.ts";
import { recordBlob } from "../store/blobs.server.ts";
import { isoNow } from "../../../db/ids.ts";
import type { Writer } from "../../../db/store.ts";
import type { Services } from "../../context.ts";
import type { SentPicture } from "./picture.ts";

/** A picture that is on the disk, and becomes an asset of the org in the transaction of what uses it. */
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
      return createAsset(trx, orgId, { type, fileName, contentType, blobHash: blob.hash }, now);
    },
  };
}
