import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  ChunkCipher,
  chunkCount,
  HEADER_BYTES,
  TAG_BYTES,
  type BlobHeader,
} from "./blob-format.ts";

/** Chunks read from the disk at once: pieces of 256 KiB. */
const CHUNKS_AT_ONCE = 4;

/**
 * The plain bytes from `start` to `end` of an open blob. Reads only the chunks that hold them,
 * hands out nothing that was not authenticated, and closes the file when it ends, fails or is
 * destroyed. While one piece is decrypted, the next is being read.
 */
export class BlobReader extends Readable {
  readonly #file: FileHandle;
  readonly #header: BlobHeader;
  readonly #cipher: ChunkCipher;
  readonly #start: number;
  readonly #end: number;
  readonly #damaged: (cause?: unknown) => Error;
  #nextChunk: number;
  #ahead: Promise<Piece> | null = null;
  /** One is decrypted while the other is read into: new ones would wait long for the collector. */
  #sealed: Buffer | null = null;
  #spare: Buffer | null = null;
  /** Decrypted chunks that were not handed out yet. */
  #plain: Buffer[] = [];

  /**
   * @param file open for reading; it belongs to the reader from now on
   * @param range first byte and the byte after the last, within the blob
   * @param damaged makes the error for bytes that do not authenticate
   */
  constructor(
    file: FileHandle,
    header: BlobHeader,
    cipher: ChunkCipher,
    range: { start: number; end: number },
    damaged: (cause?: unknown) => Error,
  ) {
    super({ highWaterMark: 1 });
    this.#file = file;
    this.#header = header;
    this.#cipher = cipher;
    this.#start = range.start;
    this.#end = range.end;
    this.#damaged = damaged;
    this.#nextChunk = Math.floor(range.start / header.chunkBytes);
  }

  override _read(): void {
    const ready = this.#plain.shift();
    if (ready !== undefined) {
      this.push(ready);
      return;
    }
    this.#nextPiece().then(
      (plain) => {
        if (this.destroyed) return;
        this.#plain = plain;
        this.push(this.#plain.shift() ?? null);
      },
      (error: Error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // Closing waits for the read that may still be under way.
    this.#file.close().then(
      () => done(error),
      (closing: Error) => done(error ?? closing),
    );
  }

  /** The plain chunks of the next piece; none after the last. */
  async #nextPiece(): Promise<Buffer[]> {
    const piece = await (this.#ahead ?? this.#fetch());
    this.#ahead = this.#fetch();
    // Its failure is thrown where it is awaited; a reader that goes away never awaits it.
    this.#ahead.catch(() => undefined);
    return this.#decrypt(piece);
  }

  /** The next piece as it lies on the disk; its count is 0 after the last. */
  async #fetch(): Promise<Piece> {
    const { chunkBytes } = this.#header;
    const first = this.#nextChunk;
    const afterLast = this.#start < this.#end ? Math.ceil(this.#end / chunkBytes) : first;
    const count = Math.max(0, Math.min(CHUNKS_AT_ONCE, afterLast - first));
    if (count === 0 || this.destroyed) return { first, count: 0, sealed: Buffer.alloc(0) };
    this.#nextChunk = first + count;
    const sealedChunk = chunkBytes + TAG_BYTES;
    const tail = chunkCount(this.#header) - first <= count;
    const length = tail
      ? this.#header.size - first * chunkBytes + count * TAG_BYTES
      : count * sealedChunk;
    [this.#sealed, this.#spare] = [this.#spare, this.#sealed];
    if (this.#sealed === null || this.#sealed.length < length)
      this.#sealed = Buffer.allocUnsafeSlow(length);
    const sealed = this.#sealed.subarray(0, length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.#file.read(
        sealed,
        filled,
        length - filled,
        HEADER_BYTES + first * sealedChunk + filled,
      );
      if (bytesRead === 0) throw this.#damaged();
      filled += bytesRead;
    }
    return { first, count, sealed };
  }

  #decrypt({ first, count, sealed }: Piece): Buffer[] {
    const { chunkBytes } = this.#header;
    const lastChunk = chunkCount(this.#header) - 1;
    const plain: Buffer[] = [];
    for (let i = 0; i < count; i += 1) {
      const index = first + i;
      const at = i * (chunkBytes + TAG_BYTES);
      try {
        const chunk = this.#cipher.open(
          index,
          index === lastChunk,
          sealed.subarray(at, at + chunkBytes + TAG_BYTES),
        );
        plain.push(
          chunk.subarray(
            Math.max(0, this.#start - index * chunkBytes),
            this.#end - index * chunkBytes,
          ),
        );
      } catch (cause) {
        throw this.#damaged(cause);
      }
    }
    return plain;
  }
}

interface Piece {
  /** Number of its first chunk. */
  first: number;
  count: number;
  sealed: Buffer;
}
