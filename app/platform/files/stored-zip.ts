import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { errorWords } from "#values/error-words.ts";
import {
  centralHeader,
  dataDescriptor,
  endOfArchive,
  localHeader,
  sizeOfDescriptor,
  type PlacedEntry,
  type ZipEntry,
} from "./zip-records.ts";

/** A file that could not be read to its end: what has left of the archive is not a whole one. */
export class ZipEntryFailed extends Error {
  readonly entry: ZipEntry;

  constructor(entry: ZipEntry, cause: unknown) {
    super(`${entry.name} could not be read: ${errorWords(cause)}`, { cause });
    this.entry = entry;
  }
}

/**
 * Checksums of files that were read before, so that a download that goes on needn't read them
 * again.
 */
const knownChecksums = new Map<string, number>();
const MAX_KNOWN = 100_000;

/**
 * An archive of files that are stored, not deflated, made while it is sent: one file is open at a
 * time, and what is in memory is one piece of it. Names and sizes are known before, so the
 * archive's length is exact from the start, and any range of it can be made without the files
 * before it (docs/develop/decisions: zips of our own). Zip64 where four gigabytes or 65,535 files need it.
 */
export class StoredZip {
  readonly size: number;
  readonly #entries: readonly PlacedEntry[];
  readonly #directoryAt: number;

  constructor(entries: readonly ZipEntry[]) {
    let at = 0;
    this.#entries = entries.map((entry) => {
      const placed = { ...entry, nameBytes: Buffer.from(entry.name, "utf8"), at };
      at += localHeader(placed).length + entry.size + sizeOfDescriptor(placed);
      return placed;
    });
    this.#directoryAt = at;
    this.size = at + this.#directory(() => 0).length;
  }

  /**
   * The archive, or its bytes from `start` up to but without `end`. A file that fails destroys the
   * stream with ZipEntryFailed; destroying the stream closes the file that is open.
   * @param leaving told, and waited for, before the first bytes of a file leave, with how many will
   */
  stream(
    { start = 0, end = this.size }: { start?: number; end?: number } = {},
    leaving?: (entry: ZipEntry, bytes: number) => Promise<void>,
  ): Readable {
    return Readable.from(this.#bytes(start, end, leaving), {
      objectMode: false,
      highWaterMark: 1,
    });
  }

  async *#bytes(
    start: number,
    end: number,
    leaving?: (entry: ZipEntry, bytes: number) => Promise<void>,
  ): AsyncGenerator<Uint8Array> {
    const checksums = new Map<PlacedEntry, number>();
    for (const entry of this.#entries) {
      if (entry.at >= end) return;
      const header = localHeader(entry);
      const dataAt = entry.at + header.length;
      const dataEnd = dataAt + entry.size;
      if (dataEnd + sizeOfDescriptor(entry) <= start) continue;
      yield* within(header, entry.at, start, end);
      const [from, to] = [Math.max(0, start - dataAt), Math.min(entry.size, end - dataAt)];
      if (to > from) await leaving?.(entry, to - from);
      const sum = yield* data(entry, from, to);
      checksums.set(entry, sum);
      yield* within(dataDescriptor(entry, sum), dataEnd, start, end);
    }
    if (this.#directoryAt >= end) return;
    for (const entry of this.#entries)
      if (!checksums.has(entry)) checksums.set(entry, await checksumOf(entry));
    yield* within(
      this.#directory((entry) => checksums.get(entry) ?? 0),
      this.#directoryAt,
      start,
      end,
    );
  }

  #directory(checksum: (entry: PlacedEntry) => number): Buffer {
    const headers = this.#entries.map((entry) => centralHeader(entry, checksum(entry)));
    const length = headers.reduce((sum, header) => sum + header.length, 0);
    return Buffer.concat([
      ...headers,
      endOfArchive({ count: headers.length, at: this.#directoryAt, length }),
    ]);
  }
}

/** The part of a record that lies in the range; nothing when none does. */
function* within(record: Buffer, at: number, start: number, end: number): Generator<Uint8Array> {
  const part = record.subarray(
    Math.max(0, start - at),
    Math.max(0, Math.min(record.length, end - at)),
  );
  if (part.length > 0) yield part;
}

/**
 * The bytes of one file from `from` to `to`, and the checksum of all of them at the end. What lies
 * before the range is read only when nobody has yet, and what lies behind it not at all: no record
 * follows it.
 */
async function* data(
  entry: PlacedEntry,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array, number> {
  const known = knownChecksums.get(entry.hash);
  if (known !== undefined && from >= entry.size) return known;
  let at = known === undefined ? 0 : from;
  let sum = 0;
  // What reading throws is the file's fault; what is thrown in at a `yield`, because the reader
  // left, is nobody's.
  const failing = <T>(work: Promise<T>): Promise<T> =>
    work.catch((cause: unknown) => {
      throw new ZipEntryFailed(entry, cause);
    });
  const opened = await failing(entry.open(at));
  const pieces = piecesOf(opened);
  const next = async () => pieces.next();
  try {
    for (;;) {
      const { done, value: piece } = await failing(next());
      if (done) break;
      if (known === undefined) sum = crc32(piece, sum);
      const part = piece.subarray(Math.max(0, from - at), Math.max(0, to - at));
      at += piece.length;
      if (at > entry.size) throw new ZipEntryFailed(entry, new Error("it is longer than it was"));
      if (part.length > 0) yield part;
      if (at >= to && to < entry.size) return 0;
    }
  } finally {
    await pieces.return?.();
  }
  if (at !== entry.size) throw new ZipEntryFailed(entry, new Error("it is shorter than it was"));
  if (known !== undefined) return known;
  remember(entry.hash, sum);
  return sum;
}

function piecesOf(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncIterator<Uint8Array> | Iterator<Uint8Array> {
  return Symbol.asyncIterator in bytes ? bytes[Symbol.asyncIterator]() : bytes[Symbol.iterator]();
}

async function checksumOf(entry: PlacedEntry): Promise<number> {
  const known = knownChecksums.get(entry.hash);
  if (known !== undefined) return known;
  const reading = data(entry, entry.size, entry.size);
  for (;;) {
    const { done, value } = await reading.next();
    if (done) return value;
  }
}

function remember(hash: string, sum: number): void {
  const [oldest] = knownChecksums.keys();
  if (knownChecksums.size >= MAX_KNOWN && oldest !== undefined) knownChecksums.delete(oldest);
  knownChecksums.set(hash, sum);
}
