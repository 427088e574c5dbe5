import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";
import yauzl, { type Entry } from "yauzl";

const deflated = promisify(deflateRaw);

const STORED = 0;
const DEFLATED = 8;
/** Bit 11: the name is UTF-8. */
const UTF_8 = 1 << 11;
const LOCAL_LENGTH = 30;
const CENTRAL_LENGTH = 46;

interface Packed {
  name: Buffer;
  data: Buffer;
  method: number;
  crc: number;
  size: number;
  entry: Pick<Entry, "fileName" | "lastModFileTime" | "lastModFileDate">;
}

/**
 * An archive with other contents in some of its files, and with more of them. All the others keep
 * their packed bytes, in their order.
 * @param archive one that the strict reader took
 * @param contents by the names of files; those that it does not have stand at its end
 */
export async function changedZip(
  archive: Buffer,
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  let count = 0;
  const entries = await entriesOf(archive);
  const there = new Set(entries.map(({ fileName }) => fileName));
  // A new one is as old as the first that is there: the same contents give the same bytes.
  const { lastModFileTime = 0, lastModFileDate = 0 } = entries[0] ?? {};
  const files = entries.map((entry) => {
    const content = contents.get(entry.fileName);
    return content === undefined ? packedAs(archive, entry) : packedAnew(entry, content);
  });
  for (const [fileName, content] of contents)
    if (!there.has(fileName))
      files.push(packedAnew({ fileName, lastModFileTime, lastModFileDate }, content));
  for (const file of files) {
    const packed = await file;
    const [local, central] = headersOf(packed, at);
    pieces.push(local, packed.name, packed.data);
    directory.push(central, packed.name);
    at += local.length + packed.name.length + packed.data.length;
    count += 1;
  }
  const length = directory.reduce((sum, piece) => sum + piece.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...pieces, ...directory, end]);
}

function entriesOf(archive: Buffer): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, decodeStrings: true };
    yauzl.fromBuffer(archive, options, (error, zip) => {
      if (error !== null) {
        reject(error);
        return;
      }
      const entries: Entry[] = [];
      zip.on("error", reject);
      zip.on("end", () => resolve(entries));
      zip.on("entry", (entry: Entry) => {
        entries.push(entry);
        zip.readEntry();
      });
      zip.readEntry();
    });
  });
}

/** A file as it goes into the archive with what it says now. */
async function packedAnew(entry: Packed["entry"], content: Uint8Array): Promise<Packed> {
  return {
    name: Buffer.from(entry.fileName, "utf8"),
    data: await deflated(content),
    method: DEFLATED,
    crc: crc32(content),
    size: content.length,
    entry,
  };
}

/** A file with its packed bytes. */
function packedAs(archive: Buffer, entry: Entry): Packed {
  const header = entry.relativeOffsetOfLocalHeader;
  const from =
    header + LOCAL_LENGTH + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  return {
    name: Buffer.from(entry.fileName, "utf8"),
    data: archive.subarray(from, from + entry.compressedSize),
    method: entry.compressionMethod === STORED ? STORED : DEFLATED,
    crc: entry.crc32,
    size: entry.uncompressedSize,
    entry,
  };
}

/** What stands before a file's bytes, and its line in the directory; both without their name. */
function headersOf({ name, data, method, crc, size, entry }: Packed, at: number): [Buffer, Buffer] {
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(UTF_8, 2);
  shared.writeUInt16LE(method, 4);
  shared.writeUInt16LE(entry.lastModFileTime, 6);
  shared.writeUInt16LE(entry.lastModFileDate, 8);
  shared.writeUInt32LE(crc, 10);
  shared.writeUInt32LE(data.length, 14);
  shared.writeUInt32LE(size, 18);
  shared.writeUInt16LE(name.length, 22);
  const local = Buffer.alloc(LOCAL_LENGTH);
  local.writeUInt32LE(0x04034b50, 0);
  shared.copy(local, 4);
  const central = Buffer.alloc(CENTRAL_LENGTH);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(20, 4);
  shared.copy(central, 6);
  central.writeUInt32LE(at, 42);
  return [local, central];
}
