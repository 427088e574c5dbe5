import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import {
  ChunkCipher,
  CHUNK_BYTES,
  encodeHeader,
  HEADER_BYTES,
  newHeader,
  TAG_BYTES,
  type BlobKeys,
} from "./blob-format.ts";

/** Plain bytes that are collected, then encrypted and written together. */
const BATCH_BYTES = 4 * CHUNK_BYTES;
/** A batch as it is written. */
const SEALED_BYTES = 4 * (CHUNK_BYTES + TAG_BYTES);

/** More bytes than may be stored, or read at once. */
export class BlobTooLarge extends Error {
  readonly status = 413;
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`);
    this.maxBytes = maxBytes;
  }
}

/**
 * Encrypts what the source yields into an empty file and completes its header. Bytes are hashed and
 * encrypted as they come, a batch at a time; while one is written, the next is collected.
 * @returns SHA-256 (hexadecimal) and number of the plain bytes
 * @throws BlobTooLarge as soon as more than `maxBytes` have come; what the source or the file
 *   throws
 */
export async function writeBlob(
  file: FileHandle,
  keys: BlobKeys,
  orgId: string,
  source: AsyncIterable<Uint8Array> | Uint8Array,
  maxBytes: number,
): Promise<{ hash: string; size: number }> {
  const header = newHeader();
  const digest = createHash("sha256");
  const chunks = new ChunkWriter(file, new ChunkCipher(keys, orgId, header));
  for await (const piece of source instanceof Uint8Array ? [source] : source) {
    header.size += piece.length;
    if (header.size > maxBytes) throw new BlobTooLarge(maxBytes);
    // A caller's piece may be large: the hash and the batches take it in parts, without a copy of
    // the whole.
    for (let at = 0; at < piece.length; at += BATCH_BYTES) {
      const part = piece.subarray(at, at + BATCH_BYTES);
      digest.update(part);
      await chunks.add(part);
    }
  }
  const hash = digest.digest("hex");
  await Promise.all([chunks.end(), writeAll(file, encodeHeader(keys, orgId, hash, header), 0)]);
  return { hash, size: header.size };
}

class ChunkWriter {
  readonly #file: FileHandle;
  readonly #cipher: ChunkCipher;
  readonly #batch = Buffer.allocUnsafeSlow(BATCH_BYTES);
  /** One is written while the other is filled: new ones would wait long for the collector. */
  #sealed = Buffer.allocUnsafeSlow(SEALED_BYTES);
  #spare = Buffer.allocUnsafeSlow(SEALED_BYTES);
  #filled = 0;
  #nextChunk = 0;
  #position = HEADER_BYTES;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: FileHandle, cipher: ChunkCipher) {
    this.#file = file;
    this.#cipher = cipher;
  }

  async add(bytes: Uint8Array): Promise<void> {
    for (let taken = 0; taken < bytes.length;) {
      // A full batch waits for one more byte: only then is it known that its last chunk isn't the
      // file's last.
      if (this.#filled === BATCH_BYTES) await this.#flush(false);
      const part = bytes.subarray(taken, taken + BATCH_BYTES - this.#filled);
      this.#batch.set(part, this.#filled);
      this.#filled += part.length;
      taken += part.length;
    }
  }

  async end(): Promise<void> {
    await this.#flush(true);
    await this.#writing;
  }

  async #flush(final: boolean): Promise<void> {
    const count = Math.max(1, Math.ceil(this.#filled / CHUNK_BYTES));
    [this.#sealed, this.#spare] = [this.#spare, this.#sealed];
    const sealed = this.#sealed.subarray(0, this.#filled + count * TAG_BYTES);
    for (let i = 0; i < count; i += 1) {
      const plain = this.#batch.subarray(
        i * CHUNK_BYTES,
        Math.min(this.#filled, (i + 1) * CHUNK_BYTES),
      );
      this.#cipher.seal(
        this.#nextChunk + i,
        final && i === count - 1,
        plain,
        sealed.subarray(i * (CHUNK_BYTES + TAG_BYTES)),
      );
    }
    this.#nextChunk += count;
    this.#filled = 0;
    await this.#writing;
    this.#writing = writeAll(this.#file, sealed, this.#position);
    // Its failure is thrown where it is awaited; when the source fails first, nobody awaits it any
    // more.
    this.#writing.catch(() => undefined);
    this.#position += sealed.length;
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    written += (await file.write(bytes, written, bytes.length - written, position + written))
      .bytesWritten;
  }
}
