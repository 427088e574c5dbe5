import type { BlobStore } from "./blob-store.ts";
import { streamedBody } from "./streamed-body.ts";

/**
 * A blob, or a range of it, as the body of an answer. It is opened when its first byte is asked
 * for: an answer that nobody reads, because the client left meanwhile, holds no descriptor.
 * Cancelling it closes the file.
 */
export function blobBody(
  blobs: BlobStore,
  orgId: string,
  hash: string,
  range: { start?: number; end?: number } = {},
): ReadableStream<Uint8Array> {
  return streamedBody({ open: async () => (await blobs.open(orgId, hash, range)).stream });
}
