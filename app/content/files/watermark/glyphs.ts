/** The characters that a TrueType font has glyphs for, read from its cmap (formats 4 and 12). */
export function coverageOf(font: Buffer): (codePoint: number) => boolean {
  const tables = font.readUInt16BE(4);
  for (let i = 0; i < tables; i += 1) {
    const at = 12 + i * 16;
    if (font.toString("latin1", at, at + 4) === "cmap")
      return cmapCoverage(font, font.readUInt32BE(at + 8));
  }
  return () => false;
}

function cmapCoverage(font: Buffer, cmap: number): (codePoint: number) => boolean {
  const ranges: [number, number][] = [];
  const count = font.readUInt16BE(cmap + 2);
  for (let i = 0; i < count; i += 1) {
    const table = cmap + font.readUInt32BE(cmap + 4 + i * 8 + 4);
    const format = font.readUInt16BE(table);
    if (format === 4) segments(font, table, ranges);
    if (format === 12) {
      const groups = font.readUInt32BE(table + 12);
      for (let g = 0; g < groups; g += 1)
        ranges.push([
          font.readUInt32BE(table + 16 + g * 12),
          font.readUInt32BE(table + 20 + g * 12),
        ]);
    }
  }
  return (codePoint) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
}

function segments(font: Buffer, table: number, ranges: [number, number][]): void {
  const double = font.readUInt16BE(table + 6);
  for (let s = 0; s < double; s += 2) {
    const last = font.readUInt16BE(table + 14 + s);
    if (last !== 0xffff) ranges.push([font.readUInt16BE(table + 16 + double + s), last]);
  }
}

/** What has no shape of its own, or turns the direction of writing. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** The text as the font can write it, in one line; null when it can't. */
export function writable(
  text: string | null,
  covers: (codePoint: number) => boolean,
  longest = 80,
): string | null {
  const clean = (text ?? "").normalize("NFC").replace(UNSEEN, "").replace(/\s+/g, " ").trim();
  if (clean === "" || [...clean].some((character) => !covers(character.codePointAt(0) ?? 0)))
    return null;
  const characters = [...clean];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : clean;
}
