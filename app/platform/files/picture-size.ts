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

/** The size that a picture is shown in: cameras store it lying, and say how it is turned. */
export function shownPictureSize(bytes: Buffer): PictureSize | null {
  const size = pictureSize(bytes);
  return size === null || turnOfJpeg(bytes) < FIRST_ON_ITS_SIDE
    ? size
    : { width: size.height, height: size.width };
}

/** The first of the turns (EXIF) by which width and height change places. */
export const FIRST_ON_ITS_SIDE = 5;
const AS_IT_IS = 1;
const TURN = 0x0112;
const EXIF = Buffer.from("Exif\0\0", "latin1");
/** Facts of a picture that are looked at. */
const MOST_FACTS = 200;

/** How a JPEG is turned to be shown, from 1 (not at all) to 8, as EXIF numbers it; 1 for any other file. */
export function turnOfJpeg(bytes: Buffer): number {
  if (signatureOfPicture(bytes) !== "image/jpeg") return AS_IT_IS;
  for (const { marker, at, end } of segmentsOf(bytes))
    if (marker === 0xe1 && bytes.subarray(at, at + EXIF.length).equals(EXIF))
      return turnOfFacts(bytes.subarray(at + EXIF.length, end));
  return AS_IT_IS;
}

/** The turn among the facts of a picture, which are laid out as a TIFF file. */
function turnOfFacts(facts: Buffer): number {
  const isLittle = facts.toString("latin1", 0, 2) === "II";
  const short = (at: number) => (isLittle ? facts.readUInt16LE(at) : facts.readUInt16BE(at));
  if (facts.length < 10) return AS_IT_IS;
  const first = isLittle ? facts.readUInt32LE(4) : facts.readUInt32BE(4);
  if (first + 2 > facts.length) return AS_IT_IS;
  const count = Math.min(short(first), MOST_FACTS);
  for (let nth = 0; nth < count; nth += 1) {
    const at = first + 2 + 12 * nth;
    if (at + 12 > facts.length) break;
    if (short(at) !== TURN) continue;
    const turn = short(at + 8);
    return turn >= AS_IT_IS && turn <= 8 ? turn : AS_IT_IS;
  }
  return AS_IT_IS;
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

/** The frame header says it; of turned pictures (EXIF) it is the stored size. */
function jpegSize(bytes: Buffer): PictureSize | null {
  for (const { marker, at } of segmentsOf(bytes))
    if (isFrame(marker) && at + 5 < bytes.length)
      return { height: bytes.readUInt16BE(at + 1), width: bytes.readUInt16BE(at + 3) };
  return null;
}

/** Whether a segment is the frame header, which says size and colors. */
export function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** The segments of a JPEG up to its frame header: what each is, where its body begins and ends. */
export function* segmentsOf(
  bytes: Buffer,
): Generator<{ marker: number; at: number; end: number }, void> {
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return;
    const marker = bytes[at + 1] ?? 0;
    // Any number of these may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    yield { marker, at: at + 4, end };
    if (isFrame(marker)) return;
    at = end;
  }
}
