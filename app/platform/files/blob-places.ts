import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { unlessMissing } from "./errors.ts";
import { makeFolder, syncFolder } from "./folders.ts";

const ORG_ID = /^(?!tmp$)[A-Za-z0-9_-]{1,64}$/i;
const HASH = /^[0-9a-f]{64}$/;

/**
 * Whose unfinished files they are: the one server's of a data folder, or a command's that runs
 * beside it.
 */
export type BlobWriterKind = "server" | "command";

const OF_COMMAND = "command-";
/**
 * After how much silence a command's unfinished file counts as left behind, in milliseconds; one
 * that is under way writes again and again.
 */
const COMMAND_SILENCE_MS = 3_600_000;

/** A file under a blob's name, and when it was stored or touched last. */
export interface StoredBlob {
  orgId: string;
  hash: string;
  touchedAt: Date;
}

/**
 * Where blobs lie: {folder}/{orgId}/{first two digits}/{hash}, and unfinished ones in {folder}/tmp.
 */
export class BlobPlaces {
  readonly #folder: string;
  readonly #temporary: string;
  readonly #prefix: string;
  /** Unfinished files of this process. */
  readonly #editable = new Set<string>();
  /** Folders whose own entries this process has seen on the disk. */
  readonly #durableFolders = new Set<string>();

  constructor(folder: string, writer: BlobWriterKind) {
    this.#prefix = writer === "command" ? OF_COMMAND : "";
    this.#folder = path.resolve(folder);
    this.#temporary = path.join(this.#folder, "tmp");
  }

  /** A new name for a file that is being written; `finished` ends that. */
  temporary(): string {
    const name = this.#prefix + randomBytes(16).toString("hex");
    this.#editable.add(name);
    return path.join(this.#temporary, name);
  }

  /** A file that was being written is whole, or given up. */
  finished(temporary: string): void {
    this.#editable.delete(path.basename(temporary));
  }

  /** The final name of a blob. */
  of(orgId: string, hash: string): string {
    checkOrg(orgId);
    if (!HASH.test(hash)) throw new RangeError("a blob’s hash is 64 hexadecimal digits");
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

  /**
   * Every file that lies here under a blob's name, with the time at which it was stored or touched
   * last.
   */
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
   * Removes what uploads left behind when a process was killed. There is one server on a data
   * folder at a time, so what a server began and this one has not in hand is dead, whatever its
   * age; a command may be running beside it, and its files are left until they have been silent for
   * an hour. To be called by the server alone.
   * @returns how many files were removed
   */
  async sweepTemporary(): Promise<number> {
    const before = Date.now() - COMMAND_SILENCE_MS;
    let removed = 0;
    for (const name of await readdir(this.#temporary).catch(unlessMissing([]))) {
      const file = path.join(this.#temporary, name);
      if (this.#editable.has(name)) continue;
      const found = await stat(file).catch(unlessMissing(null));
      if (found === null || (name.startsWith(OF_COMMAND) && found.mtimeMs > before)) continue;
      await rm(file, { recursive: true, force: true });
      removed += 1;
    }
    return removed;
  }
}

/** @throws RangeError for what can't be an org's folder */
export function checkOrg(orgId: string): void {
  if (!ORG_ID.test(orgId)) throw new RangeError("an org’s id is base64url text");
}
