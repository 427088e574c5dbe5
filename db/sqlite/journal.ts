import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { MARK_AT, MARK_BEFORE_AT } from "./commit-mark.ts";

const FILE_HEADER_BYTES = 100;
const JOURNAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = "SQLite format 3\0";
/** The two magic numbers of a write-ahead log: checksums of either byte order. */
const JOURNAL_MAGIC = [0x377f0682, 0x377f0683];
const LOOKS = 6;
const BETWEEN_LOOKS_MS = 50;

/** What lies beside a database file, as the raw bytes say. */
export type JournalState =
  /** There is none, or nothing in it counts. */
  | "none"
  /** It continues this very file: what a killed process wrote. */
  | "own"
  /** It continues another file, or another state of this one: replaying it would ruin both. */
  | "foreign"
  /** There is no database that it could continue. */
  | "orphan";

/**
 * Whether the write-ahead log beside a database belongs to it, read from the bytes of both without
 * SQLite, which would replay it. The log's first page 1 names the commit that it follows and those
 * that it holds (db/sqlite/commit-mark): the file must be at one of them. A file that is at another
 * was put here, or copied while it was written to. Logs of versions that marked nothing are taken
 * for the file's own.
 *
 * Another process may be writing: what looks foreign is looked at again, and counts only when it
 * stays so.
 * @param file the database's path
 */
export async function journalState(file: string): Promise<JournalState> {
  for (let look = 1; ; look += 1) {
    const state = lookOnce(file);
    if (state === "none" || state === "own" || look === LOOKS) return state;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
  }
}

interface Marks {
  mark: number;
  before: number;
}

function lookOnce(file: string): JournalState {
  const pages = firstPages(`${file}-wal`);
  if (pages === null) return "none";
  const own = marksOf(file);
  if (own === null) return "orphan";
  const [first] = pages;
  if (first === undefined) return "own";
  return own.mark === first.before || pages.some(({ mark }) => mark === own.mark)
    ? "own"
    : "foreign";
}

/** The marks of a database file; null when there is no database in it. */
function marksOf(file: string): Marks | null {
  if (!existsSync(file)) return null;
  return reading(file, (read) => {
    const header = read(0, FILE_HEADER_BYTES);
    return header === null || header.toString("latin1", 0, MAGIC.length) !== MAGIC
      ? null
      : marksIn(header);
  });
}

function marksIn(page: Buffer): Marks {
  return { mark: page.readInt32BE(MARK_AT), before: page.readInt32BE(MARK_BEFORE_AT) };
}

/**
 * The marks of every page 1 in a write-ahead log, in order; null when there is nothing in it that
 * SQLite would replay.
 */
function firstPages(journal: string): Marks[] | null {
  if (!existsSync(journal)) return null;
  return reading(journal, (read) => {
    const header = read(0, JOURNAL_HEADER_BYTES);
    if (header === null || !JOURNAL_MAGIC.includes(header.readUInt32BE(0))) return null;
    const pageBytes = header.readUInt32BE(8);
    const salts = header.subarray(16, 24);
    const found: Marks[] = [];
    for (let at = JOURNAL_HEADER_BYTES, frames = 0; ; at += FRAME_HEADER_BYTES + pageBytes) {
      const frame = read(at, FRAME_HEADER_BYTES);
      // Behind the last frame lie those of the round before, with other salts.
      if (frame === null || !frame.subarray(8, 16).equals(salts))
        return frames === 0 ? null : found;
      frames += 1;
      if (frame.readUInt32BE(0) !== 1) continue;
      const page = read(at + FRAME_HEADER_BYTES, FILE_HEADER_BYTES);
      if (page !== null) found.push(marksIn(page));
    }
  });
}

/** Opens a file, reads parts of it, each whole or null, and closes it. */
function reading<T>(
  file: string,
  work: (read: (at: number, length: number) => Buffer | null) => T,
): T {
  const descriptor = openSync(file, "r");
  try {
    const size = fstatSync(descriptor).size;
    return work((at, length) => {
      const bytes = Buffer.alloc(length);
      return at + length <= size && readSync(descriptor, bytes, 0, length, at) === length
        ? bytes
        : null;
    });
  } finally {
    closeSync(descriptor);
  }
}
