/**
 * A zip archive in memory: what DOCX and XLSX are. Every entry carries the same fixed moment, so that the
 * same parts always make the same bytes.
 */
import { crc32, deflateRawSync } from "node:zlib";

/** 1 January 2026, 00:00, as MS-DOS date and time. */
const DOS_DATE = ((2026 - 1980) << 9) | (1 << 5) | 1;
const DOS_TIME = 0;
const UTF8_NAMES = 0x0800;
const DEFLATE = 8;

/**
 * @param {Array<[name: string, content: string | Buffer]>} entries in the order in which they are to stand
 * @returns {Buffer}
 */
export function zip(entries) {
  const bodies = [];
  const directory = [];
  let offset = 0;

  for (const [name, content] of entries) {
    const nameBytes = Buffer.from(name, "utf8");
    const raw = Buffer.from(content);
    const packed = deflateRawSync(raw, { level: 9 });

    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(UTF8_NAMES, 2);
    shared.writeUInt16LE(DEFLATE, 4);
    shared.writeUInt16LE(DOS_TIME, 6);
    shared.writeUInt16LE(DOS_DATE, 8);
    shared.writeUInt32LE(crc32(raw), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(raw.length, 18);
    shared.writeUInt16LE(nameBytes.length, 22);

    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), shared, nameBytes, packed]);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), shared, central, nameBytes]),
    );
    bodies.push(local);
    offset += local.length;
  }

  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, index, end]);
}
