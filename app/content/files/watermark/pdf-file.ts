import {
  arrayOf,
  BrokenPdf,
  dictionaryAt,
  dictionaryOf,
  isSpace,
  latin1,
  numberOf,
  referenceOf,
  skipSpace,
  valueEnd,
  wordEnd,
  type PdfDictionary,
} from "./pdf-syntax.ts";
import { unpacked } from "./pdf-streams.ts";

/** How much of the end is searched for the pointer to the cross-reference. */
const TAIL_BYTES = 2_048;
/** Where the header may begin at most. */
const HEAD_BYTES = 1_024;
/** Cross-references of a file that was added to again and again, and the runs of numbers in them. */
const MAX_SECTIONS = 1_000;
const MAX_RUNS = 20_000;
/** What one stream of the file's own bookkeeping may have, unpacked, and all of them together. */
const MAX_STREAM_BYTES = 16 * 1024 * 1024;
const MAX_STREAMS_BYTES = 32 * 1024 * 1024;
/** How often one reference may lead to another. */
const MAX_STEPS = 32;
/** Streams whose lengths stand in streams whose lengths stand in others, and so on. */
const MAX_LENGTHS = 8;
const ENTRY_BYTES = 20;

/** Where objects of a run of numbers are. */
interface Run {
  first: number;
  count: number;
  entry: (index: number) => Entry;
}

type Entry =
  | { kind: "free" }
  | { kind: "at"; offset: number; generation: number }
  | { kind: "packed"; stream: number; index: number };

/** An object as it stands in the file: its value, and the packed bytes where it is a stream. */
export interface PdfObject {
  value: string;
  generation: number;
  stream: Uint8Array | null;
}

/**
 * A PDF of which only what is asked for is read: what it costs does not depend on how many objects
 * the file has. Nothing is mended: what is not as it must be is a `BrokenPdf`.
 */
export class PdfFile {
  readonly bytes: Uint8Array;
  /** What the newest trailer says. */
  readonly trailer: PdfDictionary;
  /** Where the newest cross-reference begins, and whether it is a stream. */
  readonly start: number;
  readonly hasStreams: boolean;
  readonly #runs: Run[] = [];
  /** How many lengths are being looked up, one for another. */
  #lengths = 0;
  readonly #packed = new Map<number, { bytes: Buffer; offsets: Map<number, number> }>();
  #bytesLeft = MAX_STREAMS_BYTES;

  /** @throws BrokenPdf */
  constructor(whole: Uint8Array) {
    const head = latin1(whole, 0, Math.min(whole.length, HEAD_BYTES)).indexOf("%PDF-");
    if (head === -1) throw new BrokenPdf("no header");
    // Places in a file are counted from its header.
    this.bytes = whole.subarray(head);
    const tailFrom = Math.max(0, this.bytes.length - TAIL_BYTES);
    const tail = latin1(this.bytes, tailFrom, this.bytes.length);
    const pointer = /^startxref\s+(\d{1,12})/.exec(tail.slice(tail.lastIndexOf("startxref")));
    if (pointer === null) throw new BrokenPdf("no cross-reference");
    this.start = Number(pointer[1]);
    const { trailer, isStream } = this.#section(this.start);
    this.trailer = trailer;
    this.hasStreams = isStream;
    this.#chain();
  }

  /** The number behind the last object. */
  get size(): number {
    const said = numberOf(this.trailer.get("Size")) ?? 0;
    const ends = this.#runs.map(({ first, count }) => first + count);
    const size = ends.reduce((most, end) => Math.max(most, end), said);
    if (!Number.isSafeInteger(size) || size > 8_388_607) throw new BrokenPdf("too many objects");
    return size;
  }

  /** An object by its number; null when there is none. @throws BrokenPdf */
  object(number: number): PdfObject | null {
    const run = this.#runs.find(({ first, count }) => number >= first && number < first + count);
    const entry = run?.entry(number - run.first);
    if (entry === undefined || entry.kind === "free") return null;
    if (entry.kind === "packed") return this.#packedObject(entry.stream, number);
    const found = this.#objectAt(entry.offset);
    if (found.number !== number) throw new BrokenPdf("another object");
    return found;
  }

  /** What a value is or refers to; `null` where that is nothing. @throws BrokenPdf */
  readonly look = (value: string): string => {
    let found = value;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const reference = referenceOf(found);
      if (reference === null) return found;
      found = this.object(reference.number)?.value ?? "null";
    }
    throw new BrokenPdf("references in a circle");
  };

  /** The dictionary that a value is or refers to; null when it is none. @throws BrokenPdf */
  dictionary(value: string | undefined): PdfDictionary | null {
    return value === undefined ? null : dictionaryOf(this.look(value));
  }

  /** The values of the array that a value is or refers to; null when it is none. @throws BrokenPdf */
  array(value: string | undefined): string[] | null {
    return value === undefined ? null : arrayOf(this.look(value));
  }

  /** The older cross-references, from the newest to the first. */
  #chain(): void {
    const seen = new Set([this.start]);
    let older = numberOf(this.trailer.get("Prev"));
    while (older !== null) {
      if (seen.has(older) || seen.size > MAX_SECTIONS) throw new BrokenPdf("a circle");
      seen.add(older);
      older = numberOf(this.#section(older).trailer.get("Prev"));
    }
  }

  #section(at: number): { trailer: PdfDictionary; isStream: boolean } {
    if (!(at >= 0 && at < this.bytes.length)) throw new BrokenPdf("beyond the end");
    const from = skipSpace(this.bytes, at);
    if (latin1(this.bytes, from, from + 4) !== "xref")
      return { trailer: this.#streamSection(at), isStream: true };
    const before = this.#runs.length;
    const trailer = this.#table(skipSpace(this.bytes, from + 4));
    const hybrid = numberOf(trailer.get("XRefStm"));
    if (hybrid !== null) {
      // What only readers of streams are to see is free in the table, and found all the same.
      const own = this.#runs.splice(before);
      this.#streamSection(hybrid);
      this.#runs.push(...own);
    }
    return { trailer, isStream: false };
  }

  #table(from: number): PdfDictionary {
    const { bytes } = this;
    let at = from;
    for (;;) {
      const end = wordEnd(bytes, at);
      const word = latin1(bytes, at, end);
      if (word === "trailer") break;
      const next = skipSpace(bytes, end);
      const [first, count] = [Number(word), Number(latin1(bytes, next, wordEnd(bytes, next)))];
      const start = skipSpace(bytes, wordEnd(bytes, next));
      if (!/^\d+$/.test(word) || !Number.isSafeInteger(count)) throw new BrokenPdf("no table");
      at = start + count * ENTRY_BYTES;
      if (at > bytes.length) throw new BrokenPdf("a table beyond the end");
      this.#add({ first, count, entry: (index) => this.#tableEntry(start + index * ENTRY_BYTES) });
      at = skipSpace(bytes, at);
    }
    const trailer = dictionaryAt(bytes, skipSpace(bytes, at + 7));
    if (trailer === null) throw new BrokenPdf("no trailer");
    return trailer.entries;
  }

  #tableEntry(at: number): Entry {
    const entry = /^(\d{10}) (\d{5}) ([nf])[ \r][\r\n]$/.exec(
      latin1(this.bytes, at, at + ENTRY_BYTES),
    );
    if (entry === null) throw new BrokenPdf("no entry");
    const [, offset, generation, kind] = entry;
    return kind === "f"
      ? { kind: "free" }
      : { kind: "at", offset: Number(offset), generation: Number(generation) };
  }

  #streamSection(at: number): PdfDictionary {
    const { value, stream } = this.#objectAt(at);
    const entries = dictionaryOf(value);
    if (entries === null || stream === null || entries.get("Type") !== "/XRef")
      throw new BrokenPdf("no cross-reference");
    const rows = this.#unpack(entries, stream);
    const widths = (this.array(entries.get("W")) ?? []).map(numberOf);
    const [one, two, three] = widths.map((width) => width ?? -1);
    if (one === undefined || two === undefined || three === undefined)
      throw new BrokenPdf("no widths");
    const width = one + two + three;
    if (widths.some((each) => each === null || each < 0 || each > 6) || width === 0)
      throw new BrokenPdf("no widths");
    const size = numberOf(entries.get("Size")) ?? 0;
    const runs = (this.array(entries.get("Index")) ?? ["0", String(size)]).map(numberOf);
    let row = 0;
    for (let i = 0; i + 1 < runs.length; i += 2) {
      const [first, count, start] = [runs[i] ?? -1, runs[i + 1] ?? -1, row];
      if (first < 0 || count < 0) throw new BrokenPdf("no run");
      row += count;
      if (row * width > rows.length) throw new BrokenPdf("too few rows");
      this.#add({
        first,
        count,
        entry: (index) => {
          const from = (start + index) * width;
          const field = (place: number, wide: number, usual: number) =>
            wide === 0 ? usual : rows.readUIntBE(from + place, wide);
          const [kind, a, b] = [field(0, one, 1), field(one, two, 0), field(one + two, three, 0)];
          if (kind === 1) return { kind: "at", offset: a, generation: b };
          return kind === 2 ? { kind: "packed", stream: a, index: b } : { kind: "free" };
        },
      });
    }
    return entries;
  }

  #add(run: Run): void {
    this.#runs.push(run);
    if (this.#runs.length > MAX_RUNS) throw new BrokenPdf("too many runs");
  }

  /** The length of a stream, which may be an object of its own. @throws BrokenPdf */
  #lengthOf(entries: PdfDictionary): number | null {
    if (this.#lengths === MAX_LENGTHS) throw new BrokenPdf("lengths in a circle");
    this.#lengths += 1;
    try {
      return numberOf(this.look(entries.get("Length") ?? ""));
    } finally {
      this.#lengths -= 1;
    }
  }

  #objectAt(offset: number): PdfObject & { number: number } {
    const { bytes } = this;
    const head = /^\s*(\d{1,10})\s+(\d{1,5})\s+obj/.exec(latin1(bytes, offset, offset + 40));
    if (head === null) throw new BrokenPdf("no object");
    const from = skipSpace(bytes, offset + head[0].length);
    const found = dictionaryAt(bytes, from);
    const end = found?.end ?? valueEnd(bytes, from);
    const object = {
      number: Number(head[1]),
      generation: Number(head[2]),
      value: latin1(bytes, from, end),
    };
    const next = skipSpace(bytes, end);
    if (found === null || latin1(bytes, next, next + 6) !== "stream")
      return { ...object, stream: null };
    let at = next + 6;
    if (bytes[at] === 13) at += 1;
    if (bytes[at] === 10) at += 1;
    const length = this.#lengthOf(found.entries);
    if (length === null || length < 0 || at + length > bytes.length)
      throw new BrokenPdf("a stream beyond the end");
    let behind = at + length;
    while (isSpace(bytes[behind])) behind += 1;
    if (latin1(bytes, behind, behind + 9) !== "endstream") throw new BrokenPdf("another length");
    return { ...object, stream: bytes.subarray(at, at + length) };
  }

  #packedObject(stream: number, number: number): PdfObject {
    const { bytes, offsets } = this.#packed.get(stream) ?? this.#openPacked(stream);
    const at = offsets.get(number);
    if (at === undefined || at >= bytes.length) throw new BrokenPdf("no such object");
    const from = skipSpace(bytes, at);
    return { value: latin1(bytes, from, valueEnd(bytes, from)), generation: 0, stream: null };
  }

  #openPacked(number: number) {
    const run = this.#runs.find(({ first, count }) => number >= first && number < first + count);
    const entry = run?.entry(number - run.first);
    if (entry?.kind !== "at") throw new BrokenPdf("packed in what is packed");
    const { value, stream } = this.#objectAt(entry.offset);
    const entries = dictionaryOf(value);
    if (entries === null || stream === null) throw new BrokenPdf("no stream");
    const bytes = this.#unpack(entries, stream);
    const count = numberOf(this.look(entries.get("N") ?? "")) ?? 0;
    const first = numberOf(this.look(entries.get("First") ?? "")) ?? 0;
    const words = latin1(bytes, 0, Math.min(bytes.length, first)).trim().split(/\s+/);
    if (first < 0 || words.length < 2 * count) throw new BrokenPdf("too few numbers");
    const offsets = new Map<number, number>();
    for (let i = 0; i < count; i += 1)
      offsets.set(Number(words[2 * i]), first + Number(words[2 * i + 1]));
    const opened = { bytes, offsets };
    this.#packed.set(number, opened);
    return opened;
  }

  #unpack(entries: PdfDictionary, stream: Uint8Array): Buffer {
    const bytes = unpacked(
      entries,
      stream,
      this.look,
      Math.max(0, Math.min(MAX_STREAM_BYTES, this.#bytesLeft)),
    );
    if (bytes === null) throw new BrokenPdf("a stream that is not read");
    this.#bytesLeft -= bytes.length;
    return bytes;
  }
}
