/** A file as it goes into an archive. */
export interface ZipEntry {
  /** Path inside the archive, made safe and unique already (values/upload-names). */
  name: string;
  /** Bytes, exactly. */
  size: number;
  modified: Date;
  /** SHA-256 of the bytes: what their checksum is remembered by. */
  hash: string;
  /** The bytes from `start` on. The reader takes them to their end, or ends the iteration. */
  open(start: number): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;
}

/**
 * The records of a zip archive, as PKWARE's APPNOTE 6.3.10 has them: little-endian, names in UTF-8,
 * nothing deflated. Checksum and sizes stand behind each file (bit 3), because they are known only
 * when it was read; sizes that don't fit 32 bits stand in a Zip64 field.
 */

/** An entry with its name's bytes and the place of its local header in the archive. */
export interface PlacedEntry extends ZipEntry {
  nameBytes: Buffer;
  at: number;
}

const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const VERSION_20 = 20;
/** The version of the format that has Zip64. */
const VERSION_45 = 45;
/** Made by a Unix of version 3.0: then the attributes are a file mode. */
const MADE_BY = (3 << 8) | 30;
/** A regular file that its owner may write and everybody may read. */
const FILE_MODE = 0o100644 * 0x10000;
/** Bit 3: checksum and sizes follow the data. Bit 11: the name is UTF-8. */
const FLAGS = (1 << 3) | (1 << 11);

const ZIP64_FIELD = 0x0001;
const TIMESTAMP_FIELD = 0x5455;

/** Whether a size stands in 64 bits. */
function isLarge(size: number): boolean {
  return size >= MAX_32;
}

/** What stands before a file's bytes. */
export function localHeader(entry: PlacedEntry): Buffer {
  const large = isLarge(entry.size);
  // The field's presence says that the sizes behind the data have 64 bits; with bit 3 it holds none
  // itself.
  const extra = Buffer.concat([
    large ? field(ZIP64_FIELD, [sixtyFour(0), sixtyFour(0)]) : Buffer.alloc(0),
    timestamp(entry.modified),
  ]);
  const record = Buffer.alloc(30);
  record.writeUInt32LE(0x04034b50, 0);
  record.writeUInt16LE(large ? VERSION_45 : VERSION_20, 4);
  record.writeUInt16LE(FLAGS, 6);
  record.writeUInt32LE(dosTime(entry.modified), 10);
  if (large) {
    record.writeUInt32LE(MAX_32, 18);
    record.writeUInt32LE(MAX_32, 22);
  }
  record.writeUInt16LE(entry.nameBytes.length, 26);
  record.writeUInt16LE(extra.length, 28);
  return Buffer.concat([record, entry.nameBytes, extra]);
}

export function sizeOfDescriptor(entry: PlacedEntry): number {
  return isLarge(entry.size) ? 24 : 16;
}

/** What stands behind a file's bytes: their checksum and number. */
export function dataDescriptor(entry: PlacedEntry, checksum: number): Buffer {
  const record = Buffer.alloc(sizeOfDescriptor(entry));
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(checksum, 4);
  if (isLarge(entry.size)) {
    record.writeBigUInt64LE(BigInt(entry.size), 8);
    record.writeBigUInt64LE(BigInt(entry.size), 16);
  } else {
    record.writeUInt32LE(entry.size, 8);
    record.writeUInt32LE(entry.size, 12);
  }
  return record;
}

/** An entry's line in the directory at the archive's end. */
export function centralHeader(entry: PlacedEntry, checksum: number): Buffer {
  const wide = [
    ...(isLarge(entry.size) ? [sixtyFour(entry.size), sixtyFour(entry.size)] : []),
    ...(isLarge(entry.at) ? [sixtyFour(entry.at)] : []),
  ];
  const extra = Buffer.concat([
    wide.length > 0 ? field(ZIP64_FIELD, wide) : Buffer.alloc(0),
    timestamp(entry.modified),
  ]);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(MADE_BY, 4);
  record.writeUInt16LE(wide.length > 0 ? VERSION_45 : VERSION_20, 6);
  record.writeUInt16LE(FLAGS, 8);
  record.writeUInt32LE(dosTime(entry.modified), 12);
  record.writeUInt32LE(checksum, 16);
  record.writeUInt32LE(Math.min(entry.size, MAX_32), 20);
  record.writeUInt32LE(Math.min(entry.size, MAX_32), 24);
  record.writeUInt16LE(entry.nameBytes.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(FILE_MODE, 38);
  record.writeUInt32LE(Math.min(entry.at, MAX_32), 42);
  return Buffer.concat([record, entry.nameBytes, extra]);
}

/** The archive's last record, with the two of Zip64 before it where its numbers need them. */
export function endOfArchive({
  count,
  at,
  length,
}: {
  count: number;
  at: number;
  length: number;
}): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(length, MAX_32), 12);
  end.writeUInt32LE(Math.min(at, MAX_32), 16);
  if (count < MAX_16 && length < MAX_32 && at < MAX_32) return end;

  const wide = Buffer.alloc(56);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(BigInt(wide.length - 12), 4);
  wide.writeUInt16LE(MADE_BY, 12);
  wide.writeUInt16LE(VERSION_45, 14);
  wide.writeBigUInt64LE(BigInt(count), 24);
  wide.writeBigUInt64LE(BigInt(count), 32);
  wide.writeBigUInt64LE(BigInt(length), 40);
  wide.writeBigUInt64LE(BigInt(at), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(at + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([wide, locator, end]);
}

/** The modification time in UTC, in seconds: the old field beside it knows no zone. */
function timestamp(modified: Date): Buffer {
  const value = Buffer.alloc(5);
  value.writeUInt8(1, 0);
  value.writeInt32LE(Math.min(Math.floor(modified.getTime() / 1_000), 0x7fffffff), 1);
  return field(TIMESTAMP_FIELD, [value]);
}

/** Date and time in steps of two seconds since 1980: the date is the upper half. */
function dosTime(moment: Date): number {
  const year = Math.min(Math.max(moment.getUTCFullYear(), 1980), 2107) - 1980;
  const date = (year << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate();
  const time =
    (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1);
  return date * 0x10000 + time;
}

function field(id: number, values: readonly Buffer[]): Buffer {
  const value = Buffer.concat(values);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(value.length, 2);
  return Buffer.concat([head, value]);
}

function sixtyFour(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
