import { open, readdir, rename, stat, unlink, utimes, type FileHandle } from "node:fs/promises";
import path from "node:path";
import {
  checkName,
  isHash,
  isOrgName,
  type BlobPlace,
  type SealedFile,
  type StoredBlob,
} from "./blob-place.ts";
import { codeOf, unlessMissing } from "./errors.ts";
import { syncFolder } from "./folders.ts";
import { Spool, type BlobWriterKind } from "./spool.ts";

/**
 * Blobs on this machine's disk: {folder}/{orgId}/{first two digits}/{hash}, and unfinished ones in
 * {folder}/tmp.
 */
export class FolderPlace implements BlobPlace {
  readonly spool: Spool;
  readonly isFar = false;
  readonly #folder: string;
  /** By file: what is being kept or removed right now. One waits for the other. */
  readonly #turns = new Map<string, Promise<unknown>>();

  /**
   * @param folder where the blobs lie; made when the first is stored
   * @param writer who stores: the server of this data folder, or a command beside it
   */
  constructor(folder: string, writer: BlobWriterKind) {
    this.#folder = path.resolve(folder);
    this.spool = new Spool(folder, writer);
  }

  /** Moves the file to its final name. Who has an old one open reads on. */
  async keep(
    spooled: { file: FileHandle; path: string },
    orgId: string,
    hash: string,
  ): Promise<void> {
    const target = this.#of(orgId, hash);
    await spooled.file.sync();
    // Closed while it gets its name: what it holds is on the disk.
    const closed = spooled.file.close();
    closed.catch(() => undefined);
    await this.#inTurn(target, async () => {
      const shard = path.dirname(target);
      await this.spool.make(shard);
      await rename(spooled.path, target);
      await syncFolder(shard);
    });
    await closed;
  }

  async open(orgId: string, hash: string): Promise<SealedFile | null> {
    const file = await open(this.#of(orgId, hash), "r").catch(unlessMissing(null));
    if (file === null) return null;
    try {
      return new OpenFile(file, (await file.stat()).size);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Nothing is nearer than the disk. */
  async distrust(): Promise<boolean> {
    return false;
  }

  /** Readers that have it open read on. */
  async remove(orgId: string, hash: string): Promise<boolean> {
    const file = this.#of(orgId, hash);
    try {
      await unlink(file);
    } catch (error) {
      if (codeOf(error) === "ENOENT") return false;
      throw error;
    }
    await syncFolder(path.dirname(file));
    return true;
  }

  async touch(orgId: string, hash: string): Promise<boolean> {
    const file = this.#of(orgId, hash);
    return this.#inTurn(file, () => touched(file));
  }

  async isYounger(orgId: string, hash: string, moment: Date): Promise<boolean> {
    const found = await stat(this.#of(orgId, hash)).catch(unlessMissing(null));
    return found !== null && found.mtime >= moment;
  }

  async removeOlder(orgId: string, hash: string, before: Date): Promise<boolean> {
    const file = this.#of(orgId, hash);
    return this.#inTurn(file, async () => {
      const found = await stat(file).catch(unlessMissing(null));
      return found !== null && found.mtime < before && this.remove(orgId, hash);
    });
  }

  async *unnoticed(before: Date): AsyncGenerator<StoredBlob> {
    for (const orgId of await readdir(this.#folder).catch(unlessMissing([]))) {
      if (!isOrgName(orgId)) continue;
      for (const shard of await readdir(path.join(this.#folder, orgId)).catch(unlessMissing([]))) {
        for (const hash of await readdir(path.join(this.#folder, orgId, shard)).catch(
          unlessMissing([]),
        )) {
          const found = isHash(hash)
            ? await stat(path.join(this.#folder, orgId, shard, hash)).catch(unlessMissing(null))
            : null;
          if (found !== null && found.mtime < before) yield { orgId, hash };
        }
      }
    }
  }

  /** A disk that can't be read fails where it is read. */
  async check(): Promise<void> {}

  /** The final name of a blob. */
  #of(orgId: string, hash: string): string {
    checkName(orgId, hash);
    return path.join(this.#folder, orgId, hash.slice(0, 2), hash);
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
}

class OpenFile implements SealedFile {
  readonly size: number;
  readonly #file: FileHandle;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  async read(target: Buffer, position: number): Promise<number> {
    let filled = 0;
    while (filled < target.length) {
      const { bytesRead } = await this.#file.read(
        target,
        filled,
        target.length - filled,
        position + filled,
      );
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return filled;
  }

  /** Closing waits for the read that may still be under way. */
  close(): Promise<void> {
    return this.#file.close();
  }
}

/** Whether the file is there; it has the time of now then. */
async function touched(file: string): Promise<boolean> {
  const now = new Date();
  return utimes(file, now, now).then(() => true, unlessMissing(false));
}
