import type { Readable } from "node:stream";
import type { RouterContextProvider } from "react-router";
import { servicesContext } from "#platform/context.ts";
import { BlobDamaged, BlobMissing, type BlobStore } from "#platform/files/blob-store.ts";
import type { ByteRange } from "#platform/files/byte-range.ts";
import { fileAnswer, type ServedFile } from "#platform/files/answer.ts";
import type { ServedBlob } from "#content/files/watermark/marks.ts";
import { countAfterAnswer, noteRead, recordDamage } from "./counting.ts";
import type { Servable } from "./document-request.ts";

interface Serving {
  access: "view" | "download";
  disposition: "attachment" | "inline";
  contentType?: string;
  headers?: Readonly<Record<string, string>>;
  /** A part of a page that was counted already. */
  counted?: boolean;
}

/**
 * The answer with a file's bytes, whole or a range. The first of them are read before anything is
 * promised, so that a damaged file is an honest error; one that turns out damaged further on cuts
 * the answer off. What everyone gets counts as a view or download once its end was handed over; of
 * anything else every part is recorded before it leaves.
 * @param blob `open` where the bytes are not a stored blob's
 * @returns null when what is stored is damaged or gone
 */
export async function serveFile(
  context: Readonly<RouterContextProvider>,
  request: Request,
  found: Servable,
  blob: ServedBlob & { open?: ServedFile["open"] },
  serving: Serving,
): Promise<Response | null> {
  const { blobs, key } = context.get(servicesContext);
  const { portal, file } = found;
  const orgId = portal.org.id;
  const damaged = (error: unknown): boolean => {
    if (!(error instanceof BlobDamaged || error instanceof BlobMissing)) return false;
    recordDamage(context, request, found, serving.access, error);
    return true;
  };
  const ready = new ReadyStream(request.signal, damaged);
  const served: ServedFile = {
    name: file.document.originalName,
    contentType: serving.contentType ?? file.document.contentType,
    size: blob.size,
    etag: `"${key.sign("file-etag", `${orgId} ${blob.hash}`).slice(0, 32)}"`,
    disposition: serving.disposition,
    mayBeKept: !file.gated,
    ...(serving.headers === undefined ? {} : { headers: serving.headers }),
    open:
      blob.open ??
      (async (range) => {
        const held = ready.take();
        if (held !== null) return held;
        const { stream } = await blobs.open(orgId, blob.hash, range);
        stream.once("error", damaged);
        return stream;
      }),
  };
  const { response, range } = fileAnswer(request, served);
  if (range === null) return response;
  try {
    if (blob.open === undefined) await ready.fill(blobs, orgId, blob, range);
  } catch (error) {
    if (damaged(error)) return null;
    throw error;
  }
  if (request.method === "HEAD") ready.take()?.destroy();
  const bytes = range.end - range.start;
  if (file.gated) {
    try {
      await noteRead(context, request, found, serving.access, serving.counted === true ? 0 : bytes);
    } catch (error) {
      ready.take()?.destroy();
      throw error;
    }
  } else if (range.end === blob.size && serving.counted !== true)
    countAfterAnswer(context, request, found, serving.access, bytes);
  return response;
}

/**
 * A stream whose first bytes were read and found sound, until the answer takes it or its reader has
 * gone.
 */
class ReadyStream {
  #stream: Readable | null = null;
  readonly #gone: AbortSignal;
  readonly #failed: (error: unknown) => void;

  /**
   * @param gone the reader's going
   * @param failed told of what turns out wrong after the first bytes
   */
  constructor(gone: AbortSignal, failed: (error: unknown) => void) {
    this.#gone = gone;
    this.#failed = failed;
  }

  /** Opens a range and reads its first bytes. @throws BlobDamaged and BlobMissing */
  async fill(blobs: BlobStore, orgId: string, blob: ServedBlob, range: ByteRange): Promise<void> {
    const { size, stream } = await blobs.open(orgId, blob.hash, range);
    if (size !== blob.size) {
      stream.destroy();
      throw new BlobDamaged(blob.hash);
    }
    await new Promise<void>((resolve, reject) =>
      stream.once("readable", resolve).once("error", reject),
    );
    stream.once("error", this.#failed);
    this.#stream = stream;
    this.#gone.addEventListener("abort", () => this.take()?.destroy(), { once: true });
    if (this.#gone.aborted) this.take()?.destroy();
  }

  take(): Readable | null {
    const stream = this.#stream;
    this.#stream = null;
    return stream;
  }
}
