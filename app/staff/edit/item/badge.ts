import { createAsset } from "../../../../db/assets.ts";
import { recordBlob } from "../../../../db/blobs.ts";
import { isoNow } from "../../../../db/ids.ts";
import type { Writer } from "../../../../db/store.ts";
import type { BlobStore } from "../../../files/blob-store.ts";
import type { MixedForm } from "../../../files/upload/mixed-form.ts";
import { MAX_BADGE_BYTES } from "./submitted.ts";

/** Puts a badge on the disk; its rows come with the item's. Without a picture there is nothing to do. */
export async function keepBadge(
  blobs: BlobStore,
  orgId: string,
  picture: MixedForm["picture"],
): Promise<{ record: (trx: Writer, now: Date) => Promise<string> } | null> {
  if (picture === null) return null;
  const { bytes, contentType, fileName } = picture;
  // A cleaned SVG can be a little longer than what was sent.
  const blob = await blobs.put(orgId, bytes, { maxBytes: 2 * MAX_BADGE_BYTES });
  return {
    async record(trx, now) {
      await recordBlob(trx, orgId, blob, isoNow(now));
      return createAsset(
        trx,
        orgId,
        { type: "badge", fileName, contentType, blobHash: blob.hash },
        now,
      );
    },
  };
}
