import { Readable } from "node:stream";
import {
  ChunkCipher,
  chunkCount,
  HEADER_BYTES,
  TAG_BYTES,
  type BlobHeader,
} from "./blob-format.ts";
import type { SealedFile } from "./blob-place.ts";

/** Chunks read from the disk at once: pieces of 256 KiB. */
const CHUNKS_AT_ONCE = 4;

/** How often a blob is opened anew because what was read proved false. */
const RENEWALS = 2;

/** A blob that is open, and what its bytes are read with. */
export interface OpenedBlob {
  file: SealedFile;
  header: BlobHeader;
  cipher: ChunkCipher;
}

/**
 * The plain bytes from `start` to `end` of an open blob. Reads only the chunks that hold them,
 * hands out nothing that was not authenticated, and closes the file when it ends, fails or is
 * destroyed. While one piece is decrypted, the next is being read.
 */
export class BlobReader extends Readable {
  #opened: OpenedBlob;
  readonly #header: BlobHeader;
  readonly #start: number;
  readonly #end: number;
  readonly #damaged: (cause?: unknown) => Error;
  readonly #renew: () => Promise<OpenedBlob | null>;
  #renewals = 0;
  #nextChunk: number;
  #ahead: Promise<Piece> | null = null;
  /** One is decrypted while the other is read into: new ones would wait long for the collector. */
  #sealed: Buffer | null = null;
  #spare: Buffer | null = null;
  /** Decrypted chunks that were not handed out yet. */
  #plain: Buffer[] = [];

  /**
   * @param opened belongs to the reader from now on
   * @param range first byte and the byte after the last, within the blob
   * @param options.damaged makes the error for bytes that do not authenticate
   * @param options.renew opens the blob again, past whatever keeps copies of it: those may be false,
   *   or the same bytes were stored once more meanwhile, under another salt; null where no second
   *   look helps
   */
  constructor(
    opened: OpenedBlob,
    range: { start: number; end: number },
    options: {
      damaged: (cause?: unknown) => Error;
      renew: () => Promise<OpenedBlob | null>;
    },
  ) {
    super({ highWaterMark: 1 });
    this.#opened = opened;
    this.#header = opened.header;
    this.#start = range.start;
    this.#end = range.end;
    this.#damaged = options.damaged;
    this.#renew = options.renew;
    this.#nextChunk = Math.floor(range.start / opened.header.chunkBytes);
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
    this.#opened.file.close().then(
      () => done(error),
      (closing: Error) => done(error ?? closing),
    );
  }

  /** The plain chunks of the next piece; none after the last. */
  async #nextPiece(): Promise<Buffer[]> {
    let piece = await (this.#ahead ?? this.#fetch());
    for (;;) {
      this.#ahead = this.#fetch();
      // Its failure is thrown where it is awaited; a reader that goes away never awaits it.
      this.#ahead.catch(() => undefined);
      try {
        return this.#decrypt(piece);
      } catch (cause) {
        await this.#ahead.catch(() => undefined);
        await this.#reopen(piece.first, cause);
        piece = await this.#fetch();
      }
    }
  }

  /** Goes on from a chunk with the blob opened again. @throws what was wrong, if that doesn't help */
  async #reopen(chunk: number, cause: unknown): Promise<void> {
    this.#renewals += 1;
    const opened = this.#renewals > RENEWALS ? null : await this.#renew();
    if (opened === null) throw this.#damaged(cause);
    const before = this.#opened;
    this.#opened = opened;
    this.#nextChunk = chunk;
    await before.file.close();
    const { size, chunkBytes } = opened.header;
    if (size !== this.#header.size || chunkBytes !== this.#header.chunkBytes)
      throw this.#damaged(cause);
    // It ended meanwhile, and closed the one before.
    if (this.destroyed) await opened.file.close();
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
    const at = HEADER_BYTES + first * sealedChunk;
    const until = Math.min(this.#opened.file.size, HEADER_BYTES + afterLast * sealedChunk);
    if ((await this.#opened.file.read(sealed, at, until)) < length) throw this.#damaged();
    return { first, count, sealed };
  }

  #decrypt({ first, count, sealed }: Piece): Buffer[] {
    const { chunkBytes } = this.#header;
    const lastChunk = chunkCount(this.#header) - 1;
    const plain: Buffer[] = [];
    for (let i = 0; i < count; i += 1) {
      const index = first + i;
      const at = i * (chunkBytes + TAG_BYTES);
      const chunk = this.#opened.cipher.open(
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
