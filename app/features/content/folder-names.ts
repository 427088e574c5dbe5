/** Deeper than this nothing is listed: a content folder has three levels. */
const MAX_LEVELS = 16;

/** The names of a folder's files, looked up by folder: indexed once, however often somebody asks. */
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
