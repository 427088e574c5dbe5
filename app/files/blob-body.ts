import type { BlobStore } from "./blob-store.ts";

/**
 * A blob as the body of an answer. It is opened when its first byte is asked for: an answer that nobody
 * reads, because the client left meanwhile, holds no descriptor. Cancelling it closes the file.
 */
export function blobBody(blobs: BlobStore, orgId: string, hash: string): ReadableStream<Uint8Array> {
  let bytes: AsyncIterator<Uint8Array> | null = null;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        bytes ??= (await blobs.open(orgId, hash)).stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
        const { done, value } = await bytes.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await bytes?.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
