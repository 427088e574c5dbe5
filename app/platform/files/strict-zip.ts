import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { sizeInWords } from "#values/file-size.ts";
import { openArchive, type StoredFile } from "./upload/blob-access.ts";

/** An archive that is not opened; the message says why, in words for whoever sent it. */
export class ZipRefused extends Error {}

export interface ZipLimits {
  maxEntries: number;
  /** Of everything in it together, unpacked. */
  maxBytes: number;
}

/**
 * How many times its packed size a file may have beyond the first megabytes: what text comes to at
 * most, in practice.
 */
const MAX_RATIO = 200;
/** No program makes longer paths, and twenty thousand of them are kept in memory. */
const MAX_NAME = 1_000;
const FREE_BYTES = 16 * 1024 * 1024;
const SYMBOLIC_LINK = 0o120000;
const FILE_TYPE = 0o170000;
const STORED = 0;
const DEFLATED = 8;

/**
 * An archive from a stranger, looked at as a whole before anything of it is unpacked: names that
 * lead out of it or stand in it twice, passwords, links, unknown ways of packing, more files or
 * bytes than allowed, and files that say they become much larger than they are, are refused. What a
 * file says of its size and its checksum is held against what comes out.
 */
export class StrictZip {
  readonly #archive: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(archive: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#archive = archive;
    this.#entries = entries;
  }

  /** An archive on the disk. @throws ZipRefused */
  static async ofFile(file: string, limits: ZipLimits): Promise<StrictZip> {
    const options = {
      lazyEntries: true,
      autoClose: false,
      decodeStrings: true,
      validateEntrySizes: true,
      strictFileNames: true,
    };
    return StrictZip.#open(
      limits,
      () =>
        new Promise<ZipFile>((resolve, reject) =>
          yauzl.open(file, options, (error, archive) => (error ? reject(error) : resolve(archive))),
        ),
    );
  }

  /** An archive that is stored as a blob. @throws ZipRefused */
  static async ofBlob(file: StoredFile, limits: ZipLimits): Promise<StrictZip> {
    return StrictZip.#open(limits, () => openArchive(file));
  }

  /** An archive in memory. @throws ZipRefused */
  static async ofBytes(bytes: Buffer, limits: ZipLimits): Promise<StrictZip> {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: true };
    return StrictZip.#open(
      limits,
      () =>
        new Promise<ZipFile>((resolve, reject) =>
          yauzl.fromBuffer(bytes, { ...options, validateEntrySizes: true }, (error, archive) =>
            error ? reject(error) : resolve(archive),
          ),
        ),
    );
  }

  static async #open(limits: ZipLimits, open: () => Promise<ZipFile>): Promise<StrictZip> {
    let archive: ZipFile;
    try {
      archive = await open();
    } catch (cause) {
      throw new ZipRefused("This isn’t a valid ZIP file.", { cause });
    }
    try {
      return new StrictZip(archive, await directoryOf(archive, limits));
    } catch (cause) {
      archive.close();
      throw cause instanceof ZipRefused
        ? cause
        : new ZipRefused("This archive is damaged or contains an unsafe file path.", { cause });
    }
  }

  /** The files in it, with their sizes unpacked. */
  get files(): ReadonlyMap<string, { size: number }> {
    return new Map(
      [...this.#entries].map(([name, entry]) => [name, { size: entry.uncompressedSize }]),
    );
  }

  /** What the directory says that a file comes to, unpacked; 0 where there is none of that name. */
  sizeOf(name: string): number {
    return this.#entries.get(name)?.uncompressedSize ?? 0;
  }

  /** The bytes of a file. They fail with ZipRefused where they are not what the directory says. */
  async open(name: string): Promise<AsyncIterable<Uint8Array>> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new ZipRefused(`There is no file ${name} in the archive.`);
    const stream = await new Promise<Readable>((resolve, reject) => {
      this.#archive.openReadStream(entry, (error, opened) =>
        error
          ? reject(new ZipRefused(`${name} can’t be unpacked.`, { cause: error }))
          : resolve(opened),
      );
    });
    return checked(name, entry, stream);
  }

  /** A small file as a whole. @throws ZipRefused */
  async bytes(name: string, maxBytes: number): Promise<Buffer> {
    if (this.sizeOf(name) > maxBytes)
      throw new ZipRefused(`${name} is larger than ${sizeInWords(maxBytes)}.`);
    const pieces: Uint8Array[] = [];
    for await (const piece of await this.open(name)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  close(): void {
    this.#archive.close();
  }
}

async function directoryOf(
  archive: ZipFile,
  { maxEntries, maxBytes }: ZipLimits,
): Promise<Map<string, Entry>> {
  if (archive.entryCount > maxEntries)
    throw new ZipRefused(
      `The archive has ${archive.entryCount} files. At most ${maxEntries} are taken.`,
    );
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  let packed = 0;
  await new Promise<void>((resolve, reject) => {
    archive.on("error", reject);
    archive.on("end", () => resolve());
    archive.on("entry", (entry: Entry) => {
      try {
        unpacked += entry.uncompressedSize;
        packed += entry.compressedSize;
        if (unpacked > maxBytes)
          throw new ZipRefused(
            `Unpacked, the archive is larger than ${sizeInWords(maxBytes)}, which is the limit.`,
          );
        if (packed > archive.fileSize)
          throw new ZipRefused("The archive’s files overlap each other.");
        if (!entry.fileName.endsWith("/")) entries.set(mustBeSound(entry, entries), entry);
        else if (entry.uncompressedSize > 0)
          throw new ZipRefused(`${nameInWords(entry.fileName)} is a folder with content.`);
        archive.readEntry();
      } catch (error) {
        reject(error);
      }
    });
    archive.readEntry();
  });
  return entries;
}

/** The entry's name, when nothing of it is suspicious. */
function mustBeSound(entry: Entry, before: ReadonlyMap<string, Entry>): string {
  const { fileName } = entry;
  const name = nameInWords(fileName);
  const fault = (why: string) => new ZipRefused(`${name} ${why}`);
  // The reader looks at names too; this does not rest on it.
  if (
    /^[/\\]|^[A-Za-z]:|\\|(?:^|\/)\.{1,2}(?:\/|$)|\/\//.test(fileName) ||
    /\p{Cc}/u.test(fileName) ||
    fileName === ""
  )
    throw fault("has an unsafe or invalid name.");
  if (fileName.length > MAX_NAME) throw fault("has a name that is too long.");
  if (before.has(fileName)) throw fault("is in the archive twice.");
  if (entry.isEncrypted()) throw fault("is password-protected.");
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw fault("uses a compression method that isn’t supported.");
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) >>> 0 === SYMBOLIC_LINK)
    throw fault("is a link to another file.");
  if (
    entry.uncompressedSize > FREE_BYTES &&
    entry.uncompressedSize > entry.compressedSize * MAX_RATIO
  )
    throw fault("expands to far more than its packed size, so it wasn’t unpacked.");
  return fileName;
}

function nameInWords(name: string): string {
  const plain = name.replace(/\p{Cc}|\p{Cf}/gu, "?");
  return plain.length > 80 ? `${plain.slice(0, 80)}…` : plain;
}

async function* checked(name: string, entry: Entry, stream: Readable): AsyncGenerator<Uint8Array> {
  let sum = 0;
  let size = 0;
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > entry.uncompressedSize) throw new Error("longer than it says");
      sum = crc32(piece, sum);
      yield piece;
    }
    if (size !== entry.uncompressedSize || sum !== entry.crc32)
      throw new Error("not what the directory says");
  } catch (cause) {
    throw new ZipRefused(
      `${name} is damaged: what is in the archive is not what its directory says.`,
      { cause },
    );
  } finally {
    stream.destroy();
  }
}
