import { createReadStream } from "node:fs";
import { readFile, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { contentText } from "./content-text.ts";

/**
 * Where a content folder lies: on the disk, or in an archive. Names have slashes and can't lead out
 * of it.
 */
export interface Folder {
  /** The names of what lies directly in it, sorted; none where there is no such folder. */
  names(folder: string): Promise<string[]>;
  isFolder(folder: string): Promise<boolean>;
  isFile(name: string): Promise<boolean>;
  /** The text of a file; null when there is none. @throws ContentError for what is no UTF-8 */
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
      return contentText(name, await readFile(this.#path(name)));
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

/** Deeper than this nothing is listed: a content folder has three levels. */
const MAX_LEVELS = 16;

/**
 * The names of a folder's files, looked up by folder: indexed once, however often somebody asks.
 */
export class FolderNames {
  readonly #files: ReadonlySet<string>;
  readonly #inside = new Map<string, Set<string>>();

  /** @param files paths with slashes */
  constructor(files: Iterable<string>) {
    this.#files = new Set(files);
    for (const file of this.#files) {
      const steps = file.split("/", MAX_LEVELS);
      for (const [level, step] of steps.entries()) {
        const folder = steps.slice(0, level).join("/");
        const inside = this.#inside.get(folder);
        if (inside === undefined) this.#inside.set(folder, new Set([step]));
        else inside.add(step);
      }
    }
  }

  /** What lies directly in a folder, sorted. */
  names(folder: string): string[] {
    return [...(this.#inside.get(folder) ?? [])].toSorted();
  }

  isFolder(folder: string): boolean {
    return this.#inside.has(folder);
  }

  isFile(name: string): boolean {
    return this.#files.has(name);
  }

  /** Every file. */
  all(): string[] {
    return [...this.#files];
  }
}

/** A folder whose files are known by name before any is read. */
export abstract class NamedFolder implements Folder {
  protected readonly index: FolderNames;

  /** @param files paths with slashes */
  constructor(files: Iterable<string>) {
    this.index = new FolderNames(files);
  }

  async names(folder: string): Promise<string[]> {
    return this.index.names(folder);
  }

  async isFolder(folder: string): Promise<boolean> {
    return this.index.isFolder(folder);
  }

  async isFile(name: string): Promise<boolean> {
    return this.index.isFile(name);
  }

  abstract text(name: string): Promise<string | null>;
  abstract open(name: string): Promise<AsyncIterable<Uint8Array>>;
}
