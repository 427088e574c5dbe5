import type { Readable } from "node:stream";
import { Readable as NodeReadable } from "node:stream";
import yauzl from "yauzl";
import type { BlobStore } from "../blob-store.ts";

/** A stored blob from which parts are read, few bytes at a time. */
export class StoredFile {
  readonly #blobs: BlobStore;
  readonly #orgId: string;
  readonly #hash: string;
  readonly size: number;

  constructor(blobs: BlobStore, orgId: string, { hash, size }: { hash: string; size: number }) {
    this.#blobs = blobs;
    this.#orgId = orgId;
    this.#hash = hash;
    this.size = size;
  }

  /** The bytes from `start` up to but without `end`, cut to the file. Callers keep the range small. */
  async bytes(start: number, end: number): Promise<Buffer> {
    const { stream } = await this.#blobs.open(this.#orgId, this.#hash, {
      start: Math.max(0, start),
      end: Math.max(0, start, end),
    });
    const pieces: Buffer[] = [];
    for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  stream(start: number, end: number): Readable {
    return NodeReadable.from(this.#pieces(start, end), { objectMode: false });
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    const { stream } = await this.#blobs.open(this.#orgId, this.#hash, { start, end });
    yield* stream as AsyncIterable<Buffer>;
  }
}

/** What the archive reader reads a blob through. */
class BlobAccess extends yauzl.RandomAccessReader {
  readonly #file: StoredFile;

  constructor(file: StoredFile) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.#file.stream(start, end);
  }

  override close(done: (error: Error | null) => void): void {
    done(null);
  }
}

/** Opens a stored archive's directory; nothing in it is unpacked. @throws what the archive reader throws when it is none */
export function openArchive(file: StoredFile): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    const options = {
      lazyEntries: true,
      autoClose: false,
      decodeStrings: true,
      validateEntrySizes: true,
      strictFileNames: false,
    };
    yauzl.fromRandomAccessReader(new BlobAccess(file), file.size, options, (error, archive) =>
      error ? reject(error) : resolve(archive),
    );
  });
}
