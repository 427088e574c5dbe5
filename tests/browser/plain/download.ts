import { createReadStream, mkdtempSync, type ReadStream, rmSync, writeFileSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

let folder: string | null = null;
let files = 0;

/** Where this worker's files lie until it ends. */
function folderOfFiles(): string {
  if (folder !== null) return folder;
  const made = mkdtempSync(path.join(tmpdir(), "trust-center-downloads-"));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  folder = made;
  return made;
}

/** A file that came instead of a page: Playwright's `Download`. */
export class PlainDownload {
  readonly #url: string;
  readonly #name: string;
  readonly #file: string;

  constructor(url: string, name: string, body: Buffer) {
    this.#url = url;
    this.#name = name;
    files += 1;
    this.#file = path.join(folderOfFiles(), String(files));
    writeFileSync(this.#file, body);
  }

  url = (): string => this.#url;
  suggestedFilename = (): string => this.#name;
  path = async (): Promise<string> => this.#file;
  failure = async (): Promise<null> => null;
  saveAs = (to: string): Promise<void> => copyFile(this.#file, to);
  createReadStream = async (): Promise<ReadStream> => createReadStream(this.#file);
}
