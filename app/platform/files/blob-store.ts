import { unlink } from "node:fs/promises";
import type { Readable } from "node:stream";
import {
  CHUNK_BYTES,
  ChunkCipher,
  chunkCount,
  decodeHeader,
  encodeHeader,
  HEADER_BYTES,
  sealedBytes,
  TAG_BYTES,
  type BlobKeys,
} from "./blob-format.ts";
import { BlobDamaged, BlobMissing } from "./blob-errors.ts";
import {
  checkName,
  checkOrg,
  type BlobPlace,
  type SealedFile,
  type StoredBlob,
} from "./blob-place.ts";
import { BlobReader, type OpenedBlob } from "./blob-reader.ts";
import { BlobTooLarge, writeBlob } from "./blob-writer.ts";
import { inWords } from "./errors.ts";
import { FolderPlace } from "./folder-place.ts";
import type { InstallationKey } from "./installation-key.ts";
import type { BlobWriterKind } from "./spool.ts";

export { BlobDamaged, BlobMissing, BlobTooLarge };

/** Blobs beyond a network that are looked at, or removed, together. */
const LOOKED_AT_ONCE = 16;

/**
 * Files of any size, named by the SHA-256 of their plain bytes and encrypted at rest, each org's
 * apart. The same bytes are stored once an org. Where they lie is the place's to say: a folder, or a
 * bucket.
 */
export class BlobStore {
  readonly #place: BlobPlace;
  readonly #keys: BlobKeys;

  /**
   * @param place where the blobs lie; a folder by its path
   * @param writer who stores in a folder: the server of this data folder, or a command beside it
   */
  constructor(place: BlobPlace | string, key: InstallationKey, writer: BlobWriterKind = "server") {
    this.#place = typeof place === "string" ? new FolderPlace(place, writer) : place;
    this.#keys = { content: key.derive("blobs/content"), header: key.derive("blobs/header") };
  }

  /**
   * Stores what the source yields; when it returns, the blob lasts under its final name. Holds less
   * than a megabyte in memory, however large the file. Whatever fails, nothing is left behind.
   * @returns SHA-256 (hexadecimal) and number of the plain bytes
   * @throws BlobTooLarge as soon as more than `maxBytes` have come; StorageUnavailable when the disk
   *   is full (507) or the bucket doesn't answer (503); whatever the source throws
   */
  async put(
    orgId: string,
    source: AsyncIterable<Uint8Array> | Uint8Array,
    { maxBytes }: { maxBytes: number },
  ): Promise<{ hash: string; size: number }> {
    checkOrg(orgId);
    return this.#spooled(async (spooled) => {
      const blob = await writeBlob(spooled.file, this.#keys, orgId, source, maxBytes);
      await this.#place.keep(spooled, orgId, blob.hash);
      return blob;
    });
  }

  /**
   * The plain bytes of a blob, or of a range of it: from `start` up to but without `end`, as in
   * `slice`, cut to the blob's size. The caller reads the stream to its end or destroys it; till
   * then it holds one open file. The stream fails with BlobDamaged before it hands out a byte that
   * is not authentic.
   * @returns the size of the whole blob in bytes, and the stream
   * @throws BlobMissing; BlobDamaged when already length or header show it
   */
  async open(
    orgId: string,
    hash: string,
    range: { start?: number; end?: number } = {},
  ): Promise<{ size: number; stream: Readable }> {
    const { start = 0, end = Infinity } = range;
    if (
      !(
        start >= 0 &&
        end >= start &&
        Number.isInteger(start) &&
        (Number.isInteger(end) || end === Infinity)
      )
    ) {
      throw new RangeError(`no range of bytes: ${start} to ${end}`);
    }
    // A range in the midst is asked for by itself: only the header is wanted before.
    const wanted = start === 0 ? sealedBytes({ size: end, chunkBytes: CHUNK_BYTES }) : HEADER_BYTES;
    const opened = await this.#open(orgId, hash, wanted);
    const { size } = opened.header;
    const within = { start: Math.min(start, size), end: Math.min(end, size) };
    return {
      size,
      stream: new BlobReader(opened, within, {
        damaged: (cause) => new BlobDamaged(hash, { cause }),
        renew: async () =>
          (await this.#place.distrust(orgId, hash)) ? this.#open(orgId, hash, HEADER_BYTES) : null,
      }),
    };
  }

  /**
   * A whole blob in memory.
   * @throws BlobTooLarge when it has more than `maxBytes`; BlobMissing; BlobDamaged
   */
  async readAll(orgId: string, hash: string, maxBytes: number): Promise<Buffer> {
    const { size, stream } = await this.open(orgId, hash);
    if (size > maxBytes) {
      stream.destroy();
      throw new BlobTooLarge(maxBytes);
    }
    const pieces: Buffer[] = [];
    for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
    return Buffer.concat(pieces, size);
  }

  /**
   * The size of a blob in plain bytes; its length and header are checked, its content is not.
   * @throws BlobMissing; BlobDamaged
   */
  async stat(orgId: string, hash: string): Promise<{ size: number }> {
    const { file, header } = await this.#open(orgId, hash, HEADER_BYTES);
    await file.close();
    return { size: header.size };
  }

  /** Removes a blob for good. Returns whether it was there. */
  async remove(orgId: string, hash: string): Promise<boolean> {
    return this.#place.remove(orgId, hash);
  }

  /** Removes many blobs of an org for good; beyond a network some at a time. */
  async removeAll(orgId: string, hashes: readonly string[]): Promise<void> {
    const together = this.#place.isFar ? LOOKED_AT_ONCE : 1;
    for (let at = 0; at < hashes.length; at += together)
      await Promise.all(
        hashes.slice(at, at + together).map((hash) => this.#place.remove(orgId, hash)),
      );
  }

  /**
   * Gives a blob the time of now: the sweep of orphans leaves it alone for as long as it leaves a
   * new one.
   * @returns whether it is there
   */
  async touch(orgId: string, hash: string): Promise<boolean> {
    return this.#place.touch(orgId, hash);
  }

  /**
   * Whether a blob was stored or touched at a moment or after it; one that is not there was not.
   */
  async isYounger(orgId: string, hash: string, moment: Date): Promise<boolean> {
    return this.#place.isYounger(orgId, hash, moment);
  }

  /**
   * Removes a blob unless it was stored or touched after a moment. Returns whether it is gone by
   * this call.
   */
  async removeOlder(orgId: string, hash: string, before: Date): Promise<boolean> {
    return this.#place.removeOlder(orgId, hash, before);
  }

  /**
   * What lies under blobs' names and may have no row, for the sweep of orphans: it was neither
   * stored nor touched since a moment.
   */
  unnoticed(before: Date, now: Date): AsyncGenerator<StoredBlob> {
    return this.#place.unnoticed(before, now);
  }

  /**
   * Removes what uploads left behind when a process was killed (spool); for the server alone.
   */
  sweepTemporary(): Promise<number> {
    return this.#place.spool.sweep();
  }

  /** @throws when blobs can't be read now */
  check(): Promise<void> {
    return this.#place.check();
  }

  /**
   * Looks at many blobs as `stat` does, in their order; those that are reached by a network some at
   * a time.
   */
  async *statAll<T extends { orgId: string; hash: string }>(
    blobs: readonly T[],
  ): AsyncGenerator<{ blob: T; found: { size: number } | BlobMissing | BlobDamaged }> {
    const together = this.#place.isFar ? LOOKED_AT_ONCE : 1;
    for (let at = 0; at < blobs.length; at += together) {
      const some = blobs.slice(at, at + together).map(async (blob) => ({
        blob,
        found: await this.stat(blob.orgId, blob.hash).catch((error: unknown) => {
          if (error instanceof BlobMissing || error instanceof BlobDamaged) return error;
          throw error;
        }),
      }));
      yield* await Promise.all(some);
    }
  }

  /**
   * A blob as it lies there, encrypted, for a copy of it. What comes by a network is looked at, and
   * fetched again where it came altered; what is damaged there is copied as it is.
   * @throws BlobMissing; the pieces throw BlobDamaged when another one was stored in its place while
   *   they were read
   */
  async openSealed(
    orgId: string,
    hash: string,
  ): Promise<{ size: number; pieces: AsyncGenerator<Buffer> }> {
    const opened = await this.#open(orgId, hash, Infinity).catch((error: unknown) => {
      if (error instanceof BlobDamaged) return null;
      throw error;
    });
    if (opened !== null)
      return { size: opened.file.size, pieces: this.#sealedPieces(opened, orgId, hash) };
    const file = await this.#place.open(orgId, hash, Infinity);
    if (file === null) throw new BlobMissing(hash);
    return { size: file.size, pieces: piecesAsTheyAre(file) };
  }

  async *#sealedPieces(first: OpenedBlob, orgId: string, hash: string): AsyncGenerator<Buffer> {
    let opened = first;
    const { header } = first;
    try {
      yield encodeHeader(this.#keys, orgId, hash, header);
      const count = chunkCount(header);
      for (let index = 0; index < count; index += 1) {
        const at = HEADER_BYTES + index * (header.chunkBytes + TAG_BYTES);
        const chunk = Buffer.alloc(Math.min(header.chunkBytes + TAG_BYTES, opened.file.size - at));
        for (let again = true; ; again = false) {
          if ((await opened.file.read(chunk, at, opened.file.size)) < chunk.length)
            throw new BlobDamaged(hash);
          if (!again || !this.#place.isFar || isAuthentic(opened, index, chunk)) break;
          await this.#place.distrust(orgId, hash);
          await opened.file.close();
          opened = await this.#open(orgId, hash, HEADER_BYTES);
          if (!opened.header.salt.equals(header.salt)) throw new BlobDamaged(hash);
        }
        yield chunk;
      }
    } finally {
      await opened.file.close();
    }
  }

  /**
   * Stores a blob as `openSealed` gave it, under its name, and looks at its header and length.
   * @throws BlobDamaged when it is not of that name, and nothing is stored then; StorageUnavailable
   */
  async putSealed(orgId: string, hash: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    checkName(orgId, hash);
    await this.#spooled(async (spooled) => {
      let written = 0;
      for await (const piece of pieces)
        for (let at = 0; at < piece.length;) {
          const { bytesWritten } = await spooled.file.write(piece, at, piece.length - at, written);
          at += bytesWritten;
          written += bytesWritten;
        }
      const start = Buffer.alloc(HEADER_BYTES);
      const { bytesRead } = await spooled.file.read(start, 0, HEADER_BYTES, 0);
      const header = decodeHeader(this.#keys, orgId, hash, start.subarray(0, bytesRead));
      if (header === null || written !== sealedBytes(header)) throw new BlobDamaged(hash);
      await this.#place.keep(spooled, orgId, hash);
    });
  }

  /** Works with a file of the spool, and sees to it that nothing of it is left there. */
  async #spooled<T>(
    work: (spooled: Awaited<ReturnType<BlobPlace["spool"]["begin"]>>) => Promise<T>,
  ): Promise<T> {
    const { spool } = this.#place;
    const spooled = await spool.begin();
    let kept = false;
    try {
      const result = await work(spooled);
      kept = true;
      return result;
    } catch (error) {
      throw inWords(error);
    } finally {
      await spooled.file.close();
      // What can't be removed now is swept later; the reason why storing failed is the one worth
      // telling. A folder gave it its name: then there is nothing to remove.
      if (!kept || this.#place.isFar) await unlink(spooled.path).catch(() => undefined);
      spool.finished(spooled.path);
    }
  }

  async #open(orgId: string, hash: string, wanted: number): Promise<OpenedBlob> {
    checkName(orgId, hash);
    for (let again = true; ; again = false) {
      const file = await this.#place.open(orgId, hash, wanted);
      if (file === null) throw new BlobMissing(hash);
      try {
        const start = Buffer.alloc(HEADER_BYTES);
        const got = await file.read(start, 0, HEADER_BYTES);
        const header = decodeHeader(this.#keys, orgId, hash, start.subarray(0, got));
        if (header !== null && file.size === sealedBytes(header))
          return { file, header, cipher: new ChunkCipher(this.#keys, orgId, header) };
      } catch (error) {
        await file.close();
        throw error;
      }
      await file.close();
      if (!again || !(await this.#place.distrust(orgId, hash))) throw new BlobDamaged(hash);
    }
  }
}

/** Whether a sealed chunk is the one that was written there. */
function isAuthentic({ header, cipher }: OpenedBlob, index: number, sealed: Buffer): boolean {
  try {
    cipher.open(index, index === chunkCount(header) - 1, sealed);
    return true;
  } catch {
    return false;
  }
}

async function* piecesAsTheyAre(file: SealedFile): AsyncGenerator<Buffer> {
  try {
    for (let at = 0; at < file.size;) {
      const piece = Buffer.alloc(Math.min(CHUNK_BYTES, file.size - at));
      const got = await file.read(piece, at, file.size);
      if (got === 0) return;
      at += got;
      yield piece.subarray(0, got);
    }
  } finally {
    await file.close();
  }
}
