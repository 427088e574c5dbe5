import type { StrictZip } from "../files/strict-zip.ts";
import type { Folder } from "./folder.ts";

/** YAML of one file: written by hand or by an export, never longer. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;

/** A content folder inside an archive; one that stands in a single folder there is found, too. */
export class ZipFolder implements Folder {
  readonly #zip: StrictZip;
  readonly #names: ReadonlySet<string>;
  readonly #prefix: string;

  constructor(zip: StrictZip) {
    this.#zip = zip;
    const names = [...zip.files.keys()].filter((name) => !name.startsWith("__MACOSX/"));
    const top = names[0]?.split("/")[0] ?? "";
    this.#prefix = !zip.files.has("org.yaml") && names.every((name) => name.startsWith(`${top}/`)) ? `${top}/` : "";
    this.#names = new Set(names.map((name) => name.slice(this.#prefix.length)));
  }

  async names(folder: string): Promise<string[]> {
    const within = folder === "" ? "" : `${folder}/`;
    const inside = [...this.#names].filter((name) => name.startsWith(within)).map((name) => name.slice(within.length).split("/")[0] ?? "");
    return [...new Set(inside)].toSorted();
  }

  async isFolder(folder: string): Promise<boolean> {
    return (await this.names(folder)).length > 0;
  }

  async isFile(name: string): Promise<boolean> {
    return this.#names.has(name);
  }

  async text(name: string): Promise<string | null> {
    if (!this.#names.has(name)) return null;
    return (await this.#zip.bytes(this.#prefix + name, MAX_TEXT_BYTES)).toString("utf8");
  }

  async open(name: string): Promise<AsyncIterable<Uint8Array>> {
    return this.#zip.open(this.#prefix + name);
  }
}
