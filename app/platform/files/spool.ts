import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { open, readdir, rm, stat, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { inWords, unlessMissing } from "./errors.ts";
import { makeFolder, syncFolder } from "./folders.ts";

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

/** Files that are being written, in {folder}/tmp, until they are whole and have their name. */
export class Spool {
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

  /**
   * Begins a file, open for reading and writing; `finished` ends that.
   * @throws StorageUnavailable (507) when the disk is full
   */
  async begin(): Promise<{ file: FileHandle; path: string }> {
    const name = this.#prefix + randomBytes(16).toString("hex");
    const file = path.join(this.#temporary, name);
    this.#editable.add(name);
    try {
      await this.make(this.#temporary);
      return { file: await open(file, "wx+", 0o600), path: file };
    } catch (error) {
      this.finished(file);
      throw inWords(error);
    }
  }

  /** A file that was being written is whole, or given up. */
  finished(temporary: string): void {
    this.#editable.delete(path.basename(temporary));
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
   * Removes what uploads left behind when a process was killed. There is one server on a data
   * folder at a time, so what a server began and this one has not in hand is dead, whatever its
   * age; a command may be running beside it, and its files are left until they have been silent for
   * an hour. To be called by the server alone.
   * @returns how many files were removed
   */
  async sweep(): Promise<number> {
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
