import { StrictZip, ZipRefused } from "#platform/files/strict-zip.ts";
import { sizeInWords } from "#values/file-size.ts";
import { contentText } from "./content-text.ts";
import { NamedFolder } from "./folder.ts";

/** YAML of one file: written by hand or by an export, never longer. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;

export interface TextLimits {
  maxFileBytes: number;
  /** Of all YAML files together. */
  maxBytes: number;
}

/** A content folder inside an archive; one that stands in a single folder there is found, too. */
export class ZipFolder extends NamedFolder {
  readonly #zip: StrictZip;
  readonly #prefix: string;

  constructor(zip: StrictZip) {
    const names = [...zip.files.keys()].filter((name) => !name.startsWith("__MACOSX/"));
    const top = names[0]?.split("/")[0] ?? "";
    const prefix =
      !zip.files.has("org.yaml") && names.every((name) => name.startsWith(`${top}/`))
        ? `${top}/`
        : "";
    super(names.map((name) => name.slice(prefix.length)));
    this.#zip = zip;
    this.#prefix = prefix;
  }

  async text(name: string): Promise<string | null> {
    if (!this.index.isFile(name)) return null;
    return contentText(name, await this.#zip.bytes(this.#prefix + name, MAX_TEXT_BYTES));
  }

  async open(name: string): Promise<AsyncIterable<Uint8Array>> {
    return this.#zip.open(this.#prefix + name);
  }

  /**
   * The names of all files, and the text of the YAML among them. Sizes are looked at before
   * anything is unpacked.
   * @throws ZipRefused for more YAML than allowed; ContentError for what is no UTF-8
   */
  async held({
    maxFileBytes,
    maxBytes,
  }: TextLimits): Promise<{ names: string[]; texts: Map<string, string> }> {
    const names = this.index.all();
    const yaml = names.filter((name) => name.endsWith(".yaml"));
    let together = 0;
    for (const name of yaml) {
      const size = this.#zip.sizeOf(this.#prefix + name);
      together += size;
      if (size > maxFileBytes)
        throw new ZipRefused(
          `${name} is larger than ${sizeInWords(maxFileBytes)}, which is the limit here. Use the command content:import instead.`,
        );
      if (together > maxBytes)
        throw new ZipRefused(
          `The archive’s YAML comes to more than ${sizeInWords(maxBytes)}, which is the limit here. Use the command content:import instead.`,
        );
    }
    const texts = new Map<string, string>();
    for (const name of yaml)
      texts.set(name, contentText(name, await this.#zip.bytes(this.#prefix + name, maxFileBytes)));
    return { names, texts };
  }
}
