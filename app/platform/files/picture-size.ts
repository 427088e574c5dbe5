/** Width and height in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Pictures of pixels that browsers show, as their first bytes tell them apart. */
export type PixelType = "image/png" | "image/jpeg" | "image/webp" | "image/gif" | "image/x-icon";

/** What a picture is by its first bytes; null for what is none of them. */
export function signatureOfPicture(bytes: Buffer): PixelType | null {
  if (bytes.length > 4 && bytes.readUInt32BE(0) === 0x89504e47) return "image/png";
  if (bytes.length > 3 && bytes.readUInt16BE(0) === 0xffd8 && bytes[2] === 0xff)
    return "image/jpeg";
  const head = bytes.toString("latin1", 0, 12);
  if (/^GIF8[79]a/.test(head)) return "image/gif";
  if (/^RIFF[^]{4}WEBP/.test(head)) return "image/webp";
  if (bytes.length > 6 && bytes.readUInt32BE(0) === 0x00000100) return "image/x-icon";
  return null;
}

/** The size of a picture from its first bytes; null when they don't say. */
export function pictureSize(bytes: Buffer): PictureSize | null {
  switch (signatureOfPicture(bytes)) {
    case "image/png":
      return bytes.length > 24
        ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
        : null;
    case "image/jpeg":
      return jpegSize(bytes);
    case "image/gif":
      return bytes.length > 10
        ? { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
        : null;
    case "image/webp":
      return webpSize(bytes);
    case "image/x-icon":
      return iconSize(bytes);
    default:
      return null;
  }
}

/** The canvas, or the only frame, by the kind of its first chunk (RFC 9649). */
function webpSize(bytes: Buffer): PictureSize | null {
  if (bytes.length < 30) return null;
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case "VP8L": {
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}

const MAX_ICONS = 64;
const BITMAP_HEADER = 40;

/**
 * The largest picture of an icon file. Each has to lie in the file and to be a PNG or a bitmap;
 * null for a file of which that is not so.
 */
function iconSize(bytes: Buffer): PictureSize | null {
  const count = bytes.readUInt16LE(4);
  if (count === 0 || count > MAX_ICONS || bytes.length < 6 + 16 * count) return null;
  let largest: PictureSize = { width: 0, height: 0 };
  for (let at = 6; at < 6 + 16 * count; at += 16) {
    const [length, start] = [bytes.readUInt32LE(at + 8), bytes.readUInt32LE(at + 12)];
    if (start < 6 + 16 * count || length < BITMAP_HEADER || start + length > bytes.length)
      return null;
    const one = bytes.subarray(start, start + length);
    const size =
      signatureOfPicture(one) === "image/png"
        ? pictureSize(one)
        : one.readUInt32LE(0) === BITMAP_HEADER
          ? // The mask below the picture counts as its lower half.
            { width: one.readInt32LE(4), height: Math.abs(one.readInt32LE(8)) / 2 }
          : null;
    if (size === null || size.width <= 0 || size.height <= 0) return null;
    if (size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}

/**
 * Walks from marker to marker to the frame header; turned pictures (EXIF) say their stored size.
 */
function jpegSize(bytes: Buffer): PictureSize | null {
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // Any number of these may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame =
      marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
