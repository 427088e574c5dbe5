import { randomBytes } from "node:crypto";
import { readdir, stat, unlink } from "node:fs/promises";
import { existsSync } from "node:fs";
import path from "node:path";
import { unlessMissing } from "./file-errors.ts";
import { makeFolder, syncFolder } from "./folders.ts";

const ORG_ID = /^(?!tmp$)[A-Za-z0-9_-]{1,64}$/i;
const HASH = /^[0-9a-f]{64}$/;

/** A file under a blob's name, and when it was stored or touched last. */
export interface StoredBlob {
  orgId: string;
  hash: string;
  touchedAt: Date;
}

/** Where blobs lie: {folder}/{orgId}/{first two digits}/{hash}, and unfinished ones in {folder}/tmp. */
export class BlobPlaces {
  readonly #folder: string;
  readonly #temporary: string;
  /** Folders whose own entries this process has seen on the disk. */
  readonly #durableFolders = new Set<string>();

  constructor(folder: string) {
    this.#folder = path.resolve(folder);
    this.#temporary = path.join(this.#folder, "tmp");
  }

  /** A new name for a file that is being written. */
  temporary(): string {
    return path.join(this.#temporary, randomBytes(16).toString("hex"));
  }

  /** The final name of a blob. */
  of(orgId: string, hash: string): string {
    checkOrg(orgId);
    if (!HASH.test(hash)) throw new RangeError("a blob's hash is 64 hexadecimal digits");
    return path.join(this.#folder, orgId, hash.slice(0, 2), hash);
  }

  /** Makes a folder below, and waits until it and those above are on the disk. */
  async make(folder: string): Promise<void> {
    if (this.#durableFolders.has(folder) && existsSync(folder)) return;
    await makeFolder(folder);
    // Another process may have made them a moment ago, without having waited for the disk yet.
    const above: string[] = [];
    for (
      let at = folder;
      at.length > path.dirname(this.#folder).length &&
      (at === folder || !this.#durableFolders.has(at));
      at = path.dirname(at)
    )
      above.push(at);
    await Promise.all(above.map((at) => syncFolder(path.dirname(at))));
    for (const at of above) this.#durableFolders.add(at);
  }

  /** Every file that lies here under a blob's name, with the time at which it was stored or touched last. */
  async *stored(): AsyncGenerator<StoredBlob> {
    for (const orgId of await readdir(this.#folder).catch(unlessMissing([]))) {
      if (!ORG_ID.test(orgId)) continue;
      for (const shard of await readdir(path.join(this.#folder, orgId)).catch(unlessMissing([]))) {
        for (const hash of await readdir(path.join(this.#folder, orgId, shard)).catch(
          unlessMissing([]),
        )) {
          const found = HASH.test(hash)
            ? await stat(path.join(this.#folder, orgId, shard, hash)).catch(unlessMissing(null))
            : null;
          if (found !== null) yield { orgId, hash, touchedAt: found.mtime };
        }
      }
    }
  }

  /**
   * Removes what uploads left behind when the process was killed. One that is under way writes to its
   * file again and again; `olderThanMs` is the silence after which it counts as dead, in milliseconds.
   * @returns how many files were removed
   */
  async sweepTemporary(olderThanMs: number): Promise<number> {
    const before = Date.now() - olderThanMs;
    let removed = 0;
    for (const name of await readdir(this.#temporary).catch(unlessMissing([]))) {
      const file = path.join(this.#temporary, name);
      const found = await stat(file).catch(unlessMissing(null));
      if (found === null || found.mtimeMs > before) continue;
      await unlink(file).catch(unlessMissing(undefined));
      removed += 1;
    }
    return removed;
  }
}

/** @throws RangeError for what can't be an org's folder */
export function checkOrg(orgId: string): void {
  if (!ORG_ID.test(orgId)) throw new RangeError("an org's id is base64url text");
}
