/** What the head of a picture in JPEG 2000 says of it. */
export interface Jpeg2000Head {
  width: number;
  height: number;
  components: number;
  /** How often it can be had at half the size. */
  levels: number;
}

/** Where a picture begins within its file: behind boxes with its colors and its maker's notes. */
const HEAD_WITHIN = 256 * 1024;
const START = [0xff, 0x4f, 0xff, 0x51];
const CODING = 0x52;
const DATA = 0x93;
const TILE = 0x90;
const MOST_MARKERS = 200;

/** Reads sizes and levels (ISO/IEC 15444-1, A.5.1 and A.6.1); null where there is no such head. */
export function jpeg2000Head(bytes: Uint8Array): Jpeg2000Head | null {
  const start = startOf(bytes);
  if (start === null) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = start + 2;
  let head: Omit<Jpeg2000Head, "levels"> | null = null;
  for (let marker = 0; marker < MOST_MARKERS && at + 4 <= view.byteLength; marker += 1) {
    const code = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff || code === TILE || code === DATA) return null;
    if (at === start + 2) {
      if (at + 40 > view.byteLength) return null;
      head = {
        width: view.getUint32(at + 6) - view.getUint32(at + 14),
        height: view.getUint32(at + 10) - view.getUint32(at + 18),
        components: view.getUint16(at + 38),
      };
    }
    if (code === CODING)
      return head === null || at + 10 > view.byteLength
        ? null
        : { ...head, levels: view.getUint8(at + 9) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function startOf(bytes: Uint8Array): number | null {
  const end = Math.min(bytes.length, HEAD_WITHIN) - START.length;
  for (let at = 0; at <= end; at += 1)
    if (START.every((byte, i) => bytes[at + i] === byte)) return at;
  return null;
}
