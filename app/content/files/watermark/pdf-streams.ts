import { inflateSync, constants } from "node:zlib";
import { arrayOf, BrokenPdf, dictionaryOf, numberOf, type PdfDictionary } from "./pdf-syntax.ts";

/** Reads a value of a dictionary, wherever it stands. */
type Look = (value: string) => string;

/**
 * What a stream says, unpacked.
 * @param look finds what a value refers to
 * @returns null where it is packed in a way that is not read here, or unpacks to more than
 *   `mostBytes`
 * @throws BrokenPdf
 */
export function unpacked(
  dictionary: PdfDictionary,
  packed: Uint8Array,
  look: Look,
  mostBytes: number,
): Buffer | null {
  let bytes: Buffer | null = Buffer.from(packed.buffer, packed.byteOffset, packed.length);
  const filters = listOf(dictionary.get("Filter") ?? dictionary.get("F"), look);
  const settings = listOf(dictionary.get("DecodeParms") ?? dictionary.get("DP"), look);
  filters.forEach((filter, i) => {
    if (bytes === null) return;
    const parameters = dictionaryOf(settings[i] ?? "") ?? new Map<string, string>();
    bytes = unpack(filter, bytes, mostBytes);
    const predictor = numberOf(look(parameters.get("Predictor") ?? "1")) ?? 1;
    if (bytes === null || predictor < 2) return;
    const side = (name: string, usual: number) =>
      numberOf(look(parameters.get(name) ?? "")) ?? usual;
    const bits = side("Colors", 1) * side("BitsPerComponent", 8) * side("Columns", 1);
    const pixel = Math.max(1, (side("Colors", 1) * side("BitsPerComponent", 8)) >> 3);
    bytes = predictor >= 10 ? unpredicted(bytes, Math.ceil(bits / 8), pixel) : null;
  });
  return bytes !== null && bytes.length <= mostBytes ? bytes : null;
}

function listOf(value: string | undefined, look: Look): string[] {
  if (value === undefined) return [];
  const found = look(value);
  return (arrayOf(found) ?? [found]).map(look);
}

function unpack(filter: string, bytes: Buffer, mostBytes: number): Buffer | null {
  switch (filter) {
    case "/FlateDecode":
    case "/Fl":
      try {
        // What was cut off at the end says what it says up to there.
        return inflateSync(bytes, {
          maxOutputLength: mostBytes,
          finishFlush: constants.Z_SYNC_FLUSH,
        });
      } catch {
        return null;
      }
    case "/ASCII85Decode":
    case "/A85":
      return bytes.length > mostBytes / 4 ? null : ascii85(bytes);
    case "/ASCIIHexDecode":
    case "/AHx":
      return Buffer.from(bytes.toString("latin1").split(">")[0]?.replace(/\s+/g, "") ?? "", "hex");
    default:
      return null;
  }
}

/** Four bytes in five signs (ISO 32000-1, 7.4.3). */
function ascii85(bytes: Buffer): Buffer | null {
  const out = Buffer.alloc(bytes.length * 4);
  let [length, group, signs] = [0, 0, 0];
  for (const code of bytes) {
    if (code === 0x7e) break;
    if (code === 0x7a && signs === 0) length += 4;
    else if (code >= 0x21 && code <= 0x75) {
      group = group * 85 + (code - 0x21);
      signs += 1;
      if (signs === 5) {
        out.writeUInt32BE(group % 0x1_0000_0000, length);
        [length, group, signs] = [length + 4, 0, 0];
      }
    } else if (code > 0x20) return null;
  }
  if (signs > 1) {
    for (let i = signs; i < 5; i += 1) group = group * 85 + 84;
    out.writeUInt32BE(group % 0x1_0000_0000, length);
    length += signs - 1;
  }
  return out.subarray(0, length);
}

/** The rows of a table whose bytes were written as differences (PNG's filters). */
function unpredicted(bytes: Buffer, width: number, pixel: number): Buffer {
  if (width < 1 || width > 1_000_000) throw new BrokenPdf("rows of no width");
  const rows = Math.floor((bytes.length + width) / (width + 1));
  const out = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row += 1) {
    const from = row * (width + 1);
    const kind = bytes[from] ?? 0;
    const to = row * width;
    for (let i = 0; i < width; i += 1) {
      const left = i < pixel ? 0 : (out[to + i - pixel] ?? 0);
      const above = row === 0 ? 0 : (out[to + i - width] ?? 0);
      const corner = row === 0 || i < pixel ? 0 : (out[to + i - width - pixel] ?? 0);
      out[to + i] = (bytes[from + 1 + i] ?? 0) + guess(kind, left, above, corner);
    }
  }
  return out;
}

function guess(kind: number, left: number, above: number, corner: number): number {
  if (kind === 1) return left;
  if (kind === 2) return above;
  if (kind === 3) return (left + above) >> 1;
  if (kind !== 4) return 0;
  const [a, b, c] = [
    Math.abs(above - corner),
    Math.abs(left - corner),
    Math.abs(left + above - 2 * corner),
  ];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}
