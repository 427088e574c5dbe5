import type { PdfFile } from "./pdf-file.ts";

/** The length of a file's offsets in a cross-reference that is a stream. */
const OFFSET_BYTES = 5;

/**
 * What is put behind a file to change it (ISO 32000-1, 7.5.6): new objects, new versions of some
 * that it has, and where they are. All that the file has stays as it is, to the letter.
 */
export class PdfUpdate {
  readonly #file: PdfFile;
  readonly #pieces: Uint8Array[] = [];
  readonly #places = new Map<number, { offset: number; generation: number }>();
  #at: number;
  #next: number;

  constructor(file: PdfFile) {
    this.#file = file;
    this.#at = file.bytes.length;
    this.#next = file.size;
    this.#write("\n");
  }

  /** A number for an object that is put in later. */
  reserve(): number {
    this.#next += 1;
    return this.#next - 1;
  }

  /** Adds an object. @returns its number */
  add(value: string, stream?: Uint8Array): number {
    const number = this.reserve();
    this.put(number, 0, value, stream);
    return number;
  }

  /** Puts an object under a number, in place of the one that is there. */
  put(number: number, generation: number, value: string, stream?: Uint8Array): void {
    this.#places.set(number, { offset: this.#at, generation });
    this.#write(`${number} ${generation} obj\n${value}\n`);
    if (stream !== undefined) {
      this.#write("stream\n");
      this.#write(stream);
      this.#write("\nendstream\n");
    }
    this.#write("endobj\n");
  }

  /** All that is put behind the file. */
  end(): Buffer {
    const start = this.#at;
    if (this.#file.hasStreams) this.#streamed(start);
    else this.#tabled();
    this.#write(`startxref\n${start}\n%%EOF\n`);
    return Buffer.concat(this.#pieces);
  }

  #tabled(): void {
    const lines = ["xref"];
    for (const run of this.#runs()) {
      lines.push(`${run[0]} ${run.length}`);
      for (const number of run) {
        const { offset, generation } = this.#placeOf(number);
        const places = [String(offset).padStart(10, "0"), String(generation).padStart(5, "0")];
        // With its line end, an entry has twenty bytes.
        lines.push(`${places.join(" ")} n `);
      }
    }
    this.#write(`${lines.join("\n")}\ntrailer\n<< ${this.#trailer()} >>\n`);
  }

  #streamed(start: number): void {
    const own = this.reserve();
    this.#places.set(own, { offset: start, generation: 0 });
    const runs = this.#runs();
    const rows = runs.flat().map((number) => {
      const { offset, generation } = this.#placeOf(number);
      const row = Buffer.alloc(OFFSET_BYTES + 3, 1);
      row.writeUIntBE(offset, 1, OFFSET_BYTES);
      row.writeUInt16BE(generation, 1 + OFFSET_BYTES);
      return row;
    });
    const index = runs.map((run) => `${run[0]} ${run.length}`).join(" ");
    const table = Buffer.concat(rows);
    this.put(
      own,
      0,
      `<< /Type /XRef /W [1 ${OFFSET_BYTES} 2] /Index [${index}] /Length ${table.length} ${this.#trailer()} >>`,
      table,
    );
  }

  #trailer(): string {
    const { trailer, start } = this.#file;
    const kept = ["Root", "Info", "ID"].flatMap((name) => {
      const value = trailer.get(name);
      return value === undefined ? [] : [`/${name} ${value}`];
    });
    return [`/Size ${this.#next}`, ...kept, `/Prev ${start}`].join(" ");
  }

  /** The numbers of all objects, in runs that follow each other. */
  #runs(): number[][] {
    const runs: number[][] = [];
    for (const number of [...this.#places.keys()].toSorted((a, b) => a - b)) {
      const last = runs.at(-1);
      if (last?.at(-1) === number - 1) last.push(number);
      else runs.push([number]);
    }
    return runs;
  }

  #placeOf(number: number): { offset: number; generation: number } {
    const place = this.#places.get(number);
    if (place === undefined) throw new RangeError(`no object ${number}`);
    return place;
  }

  #write(piece: string | Uint8Array): void {
    const bytes = typeof piece === "string" ? Buffer.from(piece, "latin1") : piece;
    this.#pieces.push(bytes);
    this.#at += bytes.length;
  }
}
