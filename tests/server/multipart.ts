import { crc32 } from "node:zlib";
import { randomBytes } from "node:crypto";

/** A file as a form carries it. */
export interface SentFile {
  name: string;
  bytes: Buffer | string;
  type?: string;
}

/** A form with files as a browser sends it, and the header that says so. Names go out as they are. */
export function multipart(
  files: readonly SentFile[],
  fields: Readonly<Record<string, string>> = {},
): { body: Buffer; headers: Record<string, string> } {
  const boundary = `----form${randomBytes(12).toString("hex")}`;
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(fields))
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
    );
  for (const { name, bytes, type = "application/octet-stream" } of files) {
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name.replaceAll('"', "%22")}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from("\r\n"),
    );
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    body: Buffer.concat(parts),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}

/** A small PDF; another text makes other bytes. */
export function pdf(text = "A page", trailer = ""): Buffer {
  return Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n% ${text}\nxref\n0 1\n0000000000 65535 f \ntrailer<</Size 3/Root 1 0 R${trailer}>>\nstartxref\n9\n%%EOF\n`,
  );
}

/** A picture's first chunk, of this size in pixels. */
export function png(width: number, height: number): Buffer {
  const bytes = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Buffer.alloc(4),
    Buffer.from("IHDR"),
    Buffer.alloc(17),
  ]);
  bytes.writeUInt32BE(13, 8);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** A picture with a profile before its frame, of this size in pixels. */
export function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe2, 0x10, 0x02]),
    Buffer.alloc(0x1000),
    frame,
    Buffer.from([0xff, 0xd9]),
  ]);
}

interface Entry {
  name: string;
  text: string;
  encrypted?: boolean;
}

/** An archive of stored entries, with checksums of nothing: only directories are looked at here, but for a document's parts. */
export function zip(entries: readonly Entry[]): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, text, encrypted } of entries) {
    // An encrypted entry begins with twelve bytes of its own.
    const [named, bytes] = [
      Buffer.from(name),
      Buffer.from(encrypted ? " ".repeat(12) + text : text),
    ];
    const plain = Buffer.byteLength(text);
    const flags = encrypted ? 1 : 0;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(flags, 6);
    head.writeUInt32LE(crc32(bytes), 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt32LE(plain, 22);
    head.writeUInt16LE(named.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(flags, 8);
    central.writeUInt32LE(crc32(bytes), 16);
    central.writeUInt32LE(bytes.length, 20);
    central.writeUInt32LE(plain, 24);
    central.writeUInt16LE(named.length, 28);
    central.writeUInt32LE(at, 42);
    local.push(head, named, bytes);
    directory.push(central, named);
    at += 30 + named.length + bytes.length;
  }
  const size = directory.reduce((sum, piece) => sum + piece.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, ...directory, end]);
}

/** An Office document that consists of the list of its parts. */
export function office(mainPart: string, extra: readonly Entry[] = []): Buffer {
  const types = `<?xml version="1.0"?><Types><Override PartName="/main.xml" ContentType="${mainPart}"/></Types>`;
  return zip([{ name: "[Content_Types].xml", text: types }, ...extra]);
}

/** The container of a protected Office document, or of an old one. */
export function compound(isProtected: boolean): Buffer {
  return Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(1_024),
    Buffer.from(isProtected ? "EncryptedPackage" : "WordDocument", "utf16le"),
    Buffer.alloc(512),
  ]);
}
