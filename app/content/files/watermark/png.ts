import { crc32 as zlibCrc, deflateSync } from "node:zlib";

/** An opaque picture as PNG, 8 bits a color, from RGBA pixels. Alpha is left out. */
export function encodePng(
  pixels: Uint8Array,
  width: number,
  height: number,
  stride = width * 4,
): Buffer {
  const row = width * 3 + 1;
  const raw = Buffer.allocUnsafe(row * height);
  for (let y = 0; y < height; y += 1) {
    // Filter 2: what differs from the row above; pages are mostly paper.
    raw[y * row] = y === 0 ? 0 : 2;
    let to = y * row + 1;
    for (let x = 0, from = y * stride; x < width; x += 1, from += 4) {
      for (let c = 0; c < 3; c += 1) {
        const above = y === 0 ? 0 : (pixels[from - stride + c] ?? 0);
        raw[to] = (pixels[from + c] ?? 0) - above;
        to += 1;
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(raw, { level: 4 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crcOf(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

/** Node's own where it has one (20.15 and newer). */
function crcOf(bytes: Buffer): number {
  if (typeof zlibCrc === "function") return zlibCrc(bytes);
  let c = 0xffffffff;
  for (const byte of bytes) c = (TABLE[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}
