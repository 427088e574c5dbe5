import { createHash } from "node:crypto";
import { errorWords } from "#values/error-words.ts";
import { blobNames, findBlob, listBlobs } from "./store/blobs.server.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import type { Store } from "#db/store.ts";
import { BlobDamaged, BlobMissing, type BlobStore } from "./blob-store.ts";

export interface Verified {
  files: number;
  bytes: number;
  /** A line for each file that is damaged or missing. */
  faults: string[];
}

/**
 * Reads every stored file of every org from its first byte to its last, one after the other in
 * little memory, and compares it with its fingerprint. It changes nothing and works beside a
 * running server.
 * @param tell is given each fault as it is found
 */
export async function verifyFiles(
  { store, blobs }: { store: Store; blobs: BlobStore },
  tell: (fault: string) => void = () => undefined,
): Promise<Verified> {
  const verified: Verified = { files: 0, bytes: 0, faults: [] };
  let after: { orgId: string; hash: string } | null = null;
  for (;;) {
    const rows = await listBlobs(store.read, after);
    for (const { orgId, hash, size } of rows) {
      after = { orgId, hash };
      verified.files += 1;
      const fault = await faultOf(blobs, orgId, hash, size);
      if (fault === null) {
        verified.bytes += size;
        continue;
      }
      // One that a running server removed meanwhile is nobody's loss.
      const names = await blobNames(store.read, orgId, hash);
      if ((await findBlob(store.read, orgId, hash)) === null) continue;
      const org = (await findOrg(store.read, orgId))?.slug ?? orgId;
      const line = `${org}: ${names.join(", ") || "an unreferenced file"}: ${fault} (SHA-256 ${hash})`;
      verified.faults.push(line);
      tell(line);
    }
    if (rows.length === 0) return verified;
  }
}

async function faultOf(
  blobs: BlobStore,
  orgId: string,
  hash: string,
  size: number,
): Promise<string | null> {
  try {
    const { stream } = await blobs.open(orgId, hash);
    const digest = createHash("sha256");
    let read = 0;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      digest.update(piece);
      read += piece.length;
    }
    return read === size && digest.digest("hex") === hash ? null : "damaged";
  } catch (error) {
    if (error instanceof BlobMissing) return "missing";
    if (error instanceof BlobDamaged) return "damaged";
    return `can’t be read: ${errorWords(error)}`;
  }
}
