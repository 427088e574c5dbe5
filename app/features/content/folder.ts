import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";

/** Where a content folder lies: on the disk, or in an archive. Names have slashes and can't lead out of it. */
export interface Folder {
  /** The names of what lies directly in it, sorted; none where there is no such folder. */
  names(folder: string): Promise<string[]>;
  isFolder(folder: string): Promise<boolean>;
  isFile(name: string): Promise<boolean>;
  /** The text of a file; null when there is none. */
  text(name: string): Promise<string | null>;
  /** The bytes of a file that is there. */
  open(name: string): Promise<AsyncIterable<Uint8Array>>;
}

/** A folder on the disk. */
export class DiskFolder implements Folder {
  readonly #root: string;

  constructor(root: string) {
    this.#root = path.resolve(root);
  }

  async names(folder: string): Promise<string[]> {
    return (await this.isFolder(folder)) ? (await readdir(this.#path(folder))).sort() : [];
  }

  async isFolder(folder: string): Promise<boolean> {
    return (await stat(this.#path(folder)).catch(() => null))?.isDirectory() ?? false;
  }

  async isFile(name: string): Promise<boolean> {
    return (await stat(this.#path(name)).catch(() => null))?.isFile() ?? false;
  }

  async text(name: string): Promise<string | null> {
    try {
      return await readFile(this.#path(name), "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
      throw error;
    }
  }

  async open(name: string): Promise<AsyncIterable<Uint8Array>> {
    return createReadStream(this.#path(name)) as AsyncIterable<Uint8Array>;
  }

  #path(name: string): string {
    return path.join(this.#root, name);
  }
}
