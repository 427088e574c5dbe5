import { open, rename, stat, unlink, utimes, type FileHandle } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import {
  ChunkCipher,
  decodeHeader,
  HEADER_BYTES,
  sealedBytes,
  type BlobHeader,
  type BlobKeys,
} from "./blob-format.ts";
import { BlobPlaces, checkOrg, type BlobWriterKind, type StoredBlob } from "./blob-places.ts";
import { BlobReader } from "./blob-reader.ts";
import { BlobTooLarge, writeBlob } from "./blob-writer.ts";
import { codeOf, inWords, unlessMissing } from "./errors.ts";
import { syncFolder } from "./folders.ts";
import type { InstallationKey } from "./installation-key.ts";

export { BlobTooLarge };

/** There is no blob of this hash in the org. */
export class BlobMissing extends Error {
  readonly status = 404;
  readonly hash: string;

  constructor(hash: string) {
    super(`There is no stored file ${hash}.`);
    this.hash = hash;
  }
}

/**
 * The blob is not what was stored: cut, altered, moved from another place, or sealed with another
 * key.
 */
export class BlobDamaged extends Error {
  readonly status = 500;
  readonly hash: string;

  constructor(hash: string, options?: { cause?: unknown }) {
    super(
      `The stored file ${hash} is damaged and was not read. Restore it from a backup.`,
      options,
    );
    this.hash = hash;
  }
}

/**
 * Files of any size, named by the SHA-256 of their plain bytes and encrypted at rest, each org's in
 * a folder of its own: {folder}/{orgId}/{first two digits}/{hash}. The same bytes are stored once
 * an org.
 */
export class BlobStore {
  readonly #places: BlobPlaces;
  readonly #keys: BlobKeys;
  /** By file: what is being kept or removed right now. One waits for the other. */
  readonly #turns = new Map<string, Promise<unknown>>();

  /**
   * @param folder where the blobs lie; made when the first is stored
   * @param writer who stores: the server of this data folder, or a command beside it
   */
  constructor(folder: string, key: InstallationKey, writer: BlobWriterKind = "server") {
    this.#places = new BlobPlaces(folder, writer);
    this.#keys = { content: key.derive("blobs/content"), header: key.derive("blobs/header") };
  }

  /**
   * Stores what the source yields; when it returns, the blob is on the disk under its final name.
   * Holds less than a megabyte in memory, however large the file. Whatever fails, nothing is left
   * behind.
   * @returns SHA-256 (hexadecimal) and number of the plain bytes
   * @throws BlobTooLarge as soon as more than `maxBytes` have come; StorageUnavailable (507) when
   *   the disk is full; whatever the source throws
   */
  async put(
    orgId: string,
    source: AsyncIterable<Uint8Array> | Uint8Array,
    { maxBytes }: { maxBytes: number },
  ): Promise<{ hash: string; size: number }> {
    checkOrg(orgId);
    const temporary = this.#places.temporary();
    const file = await this.#create(temporary).catch((error: unknown) => {
      this.#places.finished(temporary);
      throw error;
    });
    let kept = false;
    let closed: Promise<void> | null = null;
    try {
      const blob = await writeBlob(file, this.#keys, orgId, source, maxBytes);
      await file.sync();
      // Closed while it gets its name: what it holds is on the disk.
      closed = file.close();
      closed.catch(() => undefined);
      await this.#inTurn(this.#places.of(orgId, blob.hash), () =>
        this.#keep(temporary, orgId, blob.hash),
      );
      kept = true;
      return blob;
    } catch (error) {
      throw inWords(error);
    } finally {
      await (closed ?? file.close());
      // What can't be removed now is swept later; the reason why storing failed is the one worth
      // telling.
      if (!kept) await unlink(temporary).catch(() => undefined);
      this.#places.finished(temporary);
    }
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
    const { file, header } = await this.#openFile(orgId, hash);
    const { size } = header;
    const cipher = new ChunkCipher(this.#keys, orgId, header);
    const within = { start: Math.min(start, size), end: Math.min(end, size) };
    return {
      size,
      stream: new BlobReader(
        file,
        header,
        cipher,
        within,
        (cause) => new BlobDamaged(hash, { cause }),
      ),
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
    const { file, header } = await this.#openFile(orgId, hash);
    await file.close();
    return { size: header.size };
  }

  /** Removes a blob for good; readers that have it open read on. Returns whether it was there. */
  async remove(orgId: string, hash: string): Promise<boolean> {
    const file = this.#places.of(orgId, hash);
    try {
      await unlink(file);
    } catch (error) {
      if (codeOf(error) === "ENOENT") return false;
      throw error;
    }
    await syncFolder(path.dirname(file));
    return true;
  }

  /**
   * Gives a blob the time of now: the sweep of orphans leaves it alone for as long as it leaves a
   * new one.
   * @returns whether it is there
   */
  async touch(orgId: string, hash: string): Promise<boolean> {
    const file = this.#places.of(orgId, hash);
    return this.#inTurn(file, () => touched(file));
  }

  /**
   * Whether a blob was stored or touched at a moment or after it; one that is not there was not.
   */
  async isYounger(orgId: string, hash: string, moment: Date): Promise<boolean> {
    const found = await stat(this.#places.of(orgId, hash)).catch(unlessMissing(null));
    return found !== null && found.mtime >= moment;
  }

  /**
   * Removes a blob unless it was stored or touched after a moment. Returns whether it is gone by
   * this call.
   */
  async removeOlder(orgId: string, hash: string, before: Date): Promise<boolean> {
    const file = this.#places.of(orgId, hash);
    return this.#inTurn(file, async () => {
      const found = await stat(file).catch(unlessMissing(null));
      return found !== null && found.mtime < before && this.remove(orgId, hash);
    });
  }

  /**
   * Every file that lies here under a blob's name, with the time at which it was stored or touched
   * last.
   */
  stored(): AsyncGenerator<StoredBlob> {
    return this.#places.stored();
  }

  /**
   * Removes what uploads left behind when a process was killed (blob-places); for the server alone.
   */
  sweepTemporary(): Promise<number> {
    return this.#places.sweepTemporary();
  }

  async #create(file: string): Promise<FileHandle> {
    try {
      await this.#places.make(path.dirname(file));
      return await open(file, "wx", 0o600);
    } catch (error) {
      throw inWords(error);
    }
  }

  /**
   * Moves the file to its final name. One that is there has the same bytes, or had: whether it is
   * still whole would have to be read, so the new one takes its place. Who has the old one open
   * reads on.
   */
  async #keep(temporary: string, orgId: string, hash: string): Promise<void> {
    const target = this.#places.of(orgId, hash);
    const shard = path.dirname(target);
    await this.#places.make(shard);
    await rename(temporary, target);
    await syncFolder(shard);
  }

  /** Runs work on one file after the other work on it. */
  async #inTurn<T>(file: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(file) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#turns.set(file, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(file) === turn) this.#turns.delete(file);
    }
  }

  async #openFile(orgId: string, hash: string): Promise<{ file: FileHandle; header: BlobHeader }> {
    const file = await open(this.#places.of(orgId, hash), "r").catch((error: unknown) => {
      throw codeOf(error) === "ENOENT" ? new BlobMissing(hash) : error;
    });
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
      const header = decodeHeader(this.#keys, orgId, hash, buffer.subarray(0, bytesRead));
      if (header === null || (await file.stat()).size !== sealedBytes(header))
        throw new BlobDamaged(hash);
      return { file, header };
    } catch (error) {
      await file.close();
      throw error;
    }
  }
}

/** Whether the file is there; it has the time of now then. */
async function touched(file: string): Promise<boolean> {
  const now = new Date();
  return utimes(file, now, now).then(() => true, unlessMissing(false));
}
