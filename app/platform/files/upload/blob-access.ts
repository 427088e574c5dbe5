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

  /**
   * The bytes from `start` up to but without `end`, cut to the file. Callers keep the range small.
   */
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

/**
 * A stored blob whose bytes are at hand, too, because it is small and has just come: parts are
 * taken from those.
 */
export class HeldFile extends StoredFile {
  readonly #held: Buffer;

  constructor(blobs: BlobStore, orgId: string, blob: { hash: string; size: number }, held: Buffer) {
    super(blobs, orgId, blob);
    this.#held = held;
  }

  override async bytes(start: number, end: number): Promise<Buffer> {
    return this.#held.subarray(Math.max(0, start), Math.max(0, start, end));
  }

  override stream(start: number, end: number): Readable {
    return NodeReadable.from([this.#held.subarray(start, end)], { objectMode: false });
  }
}

/** Bytes of a file that are kept at hand until it was looked into. */
const HELD_BYTES = 256 * 1024;

/** Passes a file's bytes on and keeps them while they are few. */
export class Holding {
  #pieces: Uint8Array[] | null = [];
  #size = 0;

  async *pass(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      this.#size += piece.length;
      if (this.#size > HELD_BYTES) this.#pieces = null;
      this.#pieces?.push(piece);
      yield piece;
    }
  }

  /** The blob that the bytes became. */
  file(blobs: BlobStore, orgId: string, blob: { hash: string; size: number }): StoredFile {
    return this.#pieces === null || this.#size !== blob.size
      ? new StoredFile(blobs, orgId, blob)
      : new HeldFile(blobs, orgId, blob, Buffer.concat(this.#pieces));
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

/**
 * Opens a stored archive's directory; nothing in it is unpacked. @throws what the archive reader
 * throws when it is none
 */
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
