import type { StoredFile } from "./blob-access.ts";

/** Segments of a JPEG before its frame; colour profiles and previews are a few dozen at most. */
const MAX_SEGMENTS = 1_000;

/** Width times height of a picture, from its header; null when it has no sound one. */
export async function pixelsOf(file: StoredFile, kind: "png" | "jpeg"): Promise<number | null> {
  const size = kind === "png" ? await pngSize(file) : await jpegSize(file);
  return size === null || size.width === 0 || size.height === 0 ? null : size.width * size.height;
}

interface Size {
  width: number;
  height: number;
}

/** The first chunk of a PNG is its header (ISO/IEC 15948, 11.2.2). */
async function pngSize(file: StoredFile): Promise<Size | null> {
  const head = await file.bytes(0, 24);
  if (head.length < 24 || head.toString("latin1", 12, 16) !== "IHDR") return null;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

/** The size stands in the frame header, behind segments that each tell their length (ITU-T T.81, B.2). */
async function jpegSize(file: StoredFile): Promise<Size | null> {
  let at = 2;
  for (let segment = 0; segment < MAX_SEGMENTS; segment += 1) {
    const head = await file.bytes(at, at + 9);
    if (head.length < 9 || head[0] !== 0xff) return null;
    const marker = head[1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) return { height: head.readUInt16BE(5), width: head.readUInt16BE(7) };
    const length = head.readUInt16BE(2);
    if (marker === 0xda || marker === 0xd9 || length < 2) return null;
    at += 2 + length;
  }
  return null;
}

/** SOF0 to SOF15, without the three markers among them that are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
