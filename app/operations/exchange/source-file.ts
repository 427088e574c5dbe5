import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Document } from "yaml";
import { errorWords } from "#values/error-words.ts";
import type { Fault } from "./content-ids.ts";
import type { Folder } from "./folder.ts";

export type KeyPath = readonly PropertyKey[];

/** Aliases can make a short file long; hand-written content needs few of them. */
const MAX_ALIASES = 100;

/** One YAML file of a content folder, which knows where each of its values stands. */
export class SourceFile {
  /** The path inside the folder, with slashes. */
  readonly name: string;
  readonly data: unknown;
  /** What the YAML itself has wrong: syntax, a key given twice. */
  readonly faults: readonly Fault[];
  readonly #document: Document;
  readonly #lines: LineCounter;

  constructor(name: string, text: string) {
    this.name = name;
    this.#lines = new LineCounter();
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    const faults = [...this.#document.errors, ...this.#document.warnings].map((error) => ({
      file: name,
      line: this.#lines.linePos(error.pos[0]).line,
      key: "(yaml)",
      message: error.message,
    }));
    let data: unknown = null;
    if (this.#document.errors.length === 0) {
      try {
        data = this.#document.toJS({ maxAliasCount: MAX_ALIASES });
      } catch (error) {
        faults.push({
          file: name,
          line: 1,
          key: "(yaml)",
          message: errorWords(error),
        });
      }
    }
    this.data = data;
    this.faults = faults;
  }

  /** The file of that name in the folder, or null when there is none. */
  static async read(folder: Folder, name: string): Promise<SourceFile | null> {
    const text = await folder.text(name);
    return text === null ? null : new SourceFile(name, text);
  }

  /**
   * A fault at a key of this file; at a key that isn't there, on the line of what would hold it.
   */
  fault(key: KeyPath, message: string): Fault {
    return { file: this.name, line: this.lineOf(key), key: keyText(key), message };
  }

  /** The line on which a key, or an entry of a list, begins; counted from 1. */
  lineOf(key: KeyPath): number {
    let node: unknown = this.#document.contents;
    let offset = 0;
    for (const step of key) {
      if (isAlias(node)) node = node.resolve(this.#document);
      if (isMap(node)) {
        const pair = node.items.find(
          (item) => (isScalar(item.key) ? String(item.key.value) : "") === String(step),
        );
        if (pair === undefined) break;
        offset = startOf(pair.key) ?? offset;
        node = pair.value;
      } else if (isSeq(node) && typeof step === "number") {
        node = node.items[step];
        offset = startOf(node) ?? offset;
      } else {
        break;
      }
    }
    return this.#lines.linePos(offset).line;
  }
}

function startOf(node: unknown): number | undefined {
  const range =
    typeof node === "object" && node !== null && "range" in node ? node.range : undefined;
  return Array.isArray(range) && typeof range[0] === "number" ? range[0] : undefined;
}

function keyText(key: KeyPath): string {
  const text = key
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("");
  return text === "" ? "(file)" : text.replace(/^\./, "");
}
