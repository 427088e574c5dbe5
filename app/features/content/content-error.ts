/** One thing that is wrong in a content folder, and where. */
export interface Fault {
  /** The file's path inside the folder. */
  file: string;
  line: number;
  /** The key in that file, as `items[2].expiry`; the whole file is `(file)`. */
  key: string;
  message: string;
}

/** A content folder that can't be used; the message has a line for every fault: `file:line key: message`. */
export class ContentError extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    const sorted = [...faults].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
    super(
      sorted
        .map((fault) => `${fault.file}:${fault.line} ${fault.key}: ${fault.message}`)
        .join("\n"),
    );
    this.faults = sorted;
  }
}
