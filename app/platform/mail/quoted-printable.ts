/** The longest line, without the sign that breaks it (RFC 2045 §6.7). */
const LINE = 75;

const [TAB, LF, CR, SPACE, EQUALS, LAST] = [0x09, 0x0a, 0x0d, 0x20, 0x3d, 0x7e] as const;
const HEX = Buffer.from("0123456789ABCDEF", "latin1");
/** 1 for what is written as it is, wherever it stands. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte > SPACE && byte <= LAST && byte !== EQUALS ? 1 : 0,
);

/**
 * Text in quoted-printable (RFC 2045), with CR LF at the end of each line. A character stays whole
 * where a line is broken. A mailing encodes its text for each of its recipients, so this is one pass
 * over the bytes.
 */
export function quotedPrintable(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  // Each byte takes three at most, and each broken line three more.
  const out = Buffer.allocUnsafe(bytes.length * 3 + 3 * (Math.ceil((bytes.length * 3) / 64) + 1));
  let [at, column] = [0, 0];
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i] ?? 0;
    const isPlain = PLAIN[byte] === 1 || (isSpace(byte) && !endsAfter(bytes, i));
    if (!isPlain && isEnd(bytes, i)) {
      if (byte === CR) i += 1;
      out[at++] = CR;
      out[at++] = LF;
      column = 0;
      continue;
    }
    if (column + (isPlain ? 1 : widthFrom(byte)) > LINE) {
      out[at++] = EQUALS;
      out[at++] = CR;
      out[at++] = LF;
      column = 0;
    }
    if (isPlain) {
      out[at++] = byte;
      column += 1;
    } else {
      out[at++] = EQUALS;
      out[at++] = HEX[byte >> 4] ?? 0;
      out[at++] = HEX[byte & 15] ?? 0;
      column += 3;
    }
  }
  return out.subarray(0, at);
}

/** How wide the character is that begins with a byte; the bytes after its first ask for their own. */
function widthFrom(byte: number): number {
  if (byte >= 0xf0) return 12;
  if (byte >= 0xe0) return 9;
  return byte >= 0xc0 ? 6 : 3;
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === TAB;
}

/** Whether a line ends at a place. */
function isEnd(bytes: Buffer, at: number): boolean {
  return bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] === LF);
}

/** Whether nothing of the line comes after a place: space there gets lost on the way. */
function endsAfter(bytes: Buffer, at: number): boolean {
  return at + 1 === bytes.length || isEnd(bytes, at + 1);
}
