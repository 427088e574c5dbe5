import { open, type FileHandle } from "node:fs/promises";
import { BackupRefused } from "#model/backup.ts";

/**
 * The tar archives of POSIX (ustar), as far as a backup needs them: plain files, and PAX records
 * for the sizes and names that do not fit. Any tar program lists and unpacks them.
 */
const BLOCK = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
/** What eleven octal digits can say. */
const MAX_OCTAL_SIZE = 0o77777777777;
const ZEROS = Buffer.alloc(BLOCK);
const MAX_PAX_BYTES = 64 * 1024;
const PIECE_BYTES = 256 * 1024;

/** Writes an archive, one member after the other. */
export class TarWriter {
  readonly #file: FileHandle;
  readonly #modified: number;

  /** @param modified the time that every member has */
  constructor(file: FileHandle, modified: Date) {
    this.#file = file;
    this.#modified = Math.floor(modified.getTime() / 1_000);
  }

  /**
   * Adds a file.
   * @param size the number of bytes that the source gives
   * @throws Error when it gives another number of them
   */
  async add(name: string, size: number, source: AsyncIterable<Uint8Array>): Promise<void> {
    if (size > MAX_OCTAL_SIZE) {
      const record = Buffer.from(paxRecord("size", String(size)));
      await writeAll(this.#file, header("pax", record.length, this.#modified, "x"));
      await writeAll(this.#file, record);
      await this.#pad(record.length);
    }
    await writeAll(this.#file, header(name, Math.min(size, MAX_OCTAL_SIZE), this.#modified, "0"));
    let written = 0;
    for await (const piece of source) {
      written += piece.length;
      if (written > size) break;
      await writeAll(this.#file, piece);
    }
    if (written !== size) throw new Error(`${name} changed while it was read`);
    await this.#pad(size);
  }

  /** Ends the archive. */
  async end(): Promise<void> {
    await writeAll(this.#file, Buffer.concat([ZEROS, ZEROS]));
  }

  async #pad(size: number): Promise<void> {
    const rest = size % BLOCK;
    if (rest > 0) await writeAll(this.#file, ZEROS.subarray(rest));
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;)
    at += (await file.write(bytes, at, bytes.length - at)).bytesWritten;
}

/** One record of a PAX header: its length counts its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = rest.length;
  while (length !== rest.length + String(length).length)
    length = rest.length + String(length).length;
  return `${length}${rest}`;
}

function header(name: string, size: number, modified: number, type: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  // A long name is cut at a slash: what is before it has a field of its own.
  const cut = name.length <= NAME_BYTES ? -1 : name.indexOf("/", name.length - NAME_BYTES - 1);
  const [prefix, base] = cut === -1 ? ["", name] : [name.slice(0, cut), name.slice(cut + 1)];
  if (base.length > NAME_BYTES || prefix.length > PREFIX_BYTES)
    throw new RangeError(`no name for a member: ${name}`);
  block.write(base, 0, "latin1");
  block.write("0000600\0", 100, "latin1");
  block.write("0000000\0", 108, "latin1");
  block.write("0000000\0", 116, "latin1");
  block.write(`${size.toString(8).padStart(11, "0")}\0`, 124, "latin1");
  block.write(`${modified.toString(8).padStart(11, "0")}\0`, 136, "latin1");
  block.write(type, 156, "latin1");
  block.write("ustar\x0000", 257, "latin1");
  block.write(prefix, 345, "latin1");
  block.write(`${checksum(block).toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}

/** The sum of a header's bytes, those of the sum itself taken for spaces. */
function checksum(block: Buffer): number {
  let sum = 0;
  for (let at = 0; at < BLOCK; at += 1) sum += at >= 148 && at < 156 ? 0x20 : (block[at] ?? 0);
  return sum;
}

/** A file in an archive, and where its bytes lie. */
export interface TarMember {
  name: string;
  size: number;
  at: number;
}

/**
 * Lists the files of an archive, by its headers alone.
 * @param label what the operator calls it
 * @throws BackupRefused when it is no archive, or is cut off
 */
export async function listTar(file: FileHandle, label: string): Promise<TarMember[]> {
  const members: TarMember[] = [];
  const total = (await file.stat()).size;
  const block = Buffer.alloc(BLOCK);
  let pax: Partial<Record<string, string>> = {};
  for (let at = 0; ;) {
    const { bytesRead } = await file.read(block, 0, BLOCK, at);
    if (bytesRead < BLOCK) throw cutOff(label);
    if (block.equals(ZEROS)) return members;
    if (
      block.toString("latin1", 257, 262) !== "ustar" ||
      octal(block.subarray(148, 156)) !== checksum(block)
    )
      throw new BackupRefused(
        members.length === 0
          ? `${label} isn’t a valid backup. It isn’t a tar archive.`
          : `${label} is damaged after its member ${members.at(-1)?.name}.`,
      );
    const type = block.toString("latin1", 156, 157);
    const [prefix, base] = [text(block.subarray(345, 500)), text(block.subarray(0, 100))];
    const size = pax.size === undefined ? octal(block.subarray(124, 136)) : Number(pax.size);
    const name = pax.path ?? (prefix === "" ? base : `${prefix}/${base}`);
    at += BLOCK;
    if (!Number.isSafeInteger(size) || size < 0 || at + size > total) throw cutOff(label);
    pax = {};
    if (type === "x") pax = await readPax(file, at, size, label);
    else if (type === "0" || type === "\0")
      members.push({ name: name.replace(/^\.\//, ""), size, at });
    else if (type !== "5" && type !== "g")
      throw new BackupRefused(
        `${label} isn’t a valid backup. Its file ${name} isn’t a plain file.`,
      );
    at += Math.ceil(size / BLOCK) * BLOCK;
  }
}

function cutOff(label: string): BackupRefused {
  return new BackupRefused(`${label} is incomplete. Copy it again, or take another backup.`);
}

async function readPax(
  file: FileHandle,
  at: number,
  size: number,
  label: string,
): Promise<Partial<Record<string, string>>> {
  if (size > MAX_PAX_BYTES) throw new BackupRefused(`${label} is damaged: a header is too long.`);
  const bytes = Buffer.alloc(size);
  await file.read(bytes, 0, size, at);
  return Object.fromEntries(
    [...bytes.toString("utf8").matchAll(/^\d+ ([^=\n]+)=(.*)$/gm)].map(([, key, value]) => [
      key,
      value,
    ]),
  );
}

function octal(field: Buffer): number {
  const digits = text(field).trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
}

function text(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString("latin1", 0, end === -1 ? field.length : end);
}

/** The bytes of a part of a file, in pieces. @throws BackupRefused when the file ends before */
export async function* readPart(
  file: FileHandle,
  { at, size }: { at: number; size: number },
  label: string,
): AsyncGenerator<Buffer> {
  for (let read = 0; read < size;) {
    const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, size - read));
    const { bytesRead } = await file.read(piece, 0, piece.length, at + read);
    if (bytesRead === 0) throw cutOff(label);
    read += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

/** Opens a file, hands it over, and closes it whatever happens. */
export async function withFile<T>(
  path: string,
  flags: string,
  work: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await open(path, flags, 0o600);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
