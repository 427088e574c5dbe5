/** Setting lines of text with bold in between: PDFKit measures and shows, the breaking is done here. */
import { parseInline, typographic } from "./markup.mjs";

export const REGULAR = "Inter";
export const BOLD = "Inter SemiBold";

/**
 * @typedef {{ width: number, pieces: Array<{ text: string, font: string, width: number }> }} Line
 * @param {PDFKit.PDFDocument} doc
 * @param {string} text with **bold**
 * @param {{ size: number, width: number, font?: string }} setting
 * @returns {Line[]}
 */
export function breakLines(doc, text, { size, width, font = REGULAR }) {
  const lines = [];
  let line = { width: 0, pieces: [] };
  const space = widthOf(doc, " ", REGULAR, size);
  for (const word of wordsOf(text, font)) {
    const length = word.reduce((sum, part) => sum + widthOf(doc, part.text, part.font, size), 0);
    if (line.pieces.length > 0 && line.width + space + length > width) {
      lines.push(line);
      line = { width: 0, pieces: [] };
    }
    if (line.pieces.length > 0) {
      line.pieces.at(-1).text += " ";
      line.pieces.at(-1).width += space;
      line.width += space;
    }
    for (const part of word) {
      const last = line.pieces.at(-1);
      const partWidth = widthOf(doc, part.text, part.font, size);
      if (last?.font === part.font) {
        last.text += part.text;
        last.width += partWidth;
      } else line.pieces.push({ text: part.text, font: part.font, width: partWidth });
      line.width += partWidth;
    }
  }
  if (line.pieces.length > 0) lines.push(line);
  return lines;
}

/**
 * @param {PDFKit.PDFDocument} doc
 * @param {Line} line
 * @param {{ size: number, colour: string, align?: "left" | "center" | "right", width?: number, spacing?: number }} setting
 */
export function showLine(
  doc,
  line,
  x,
  y,
  { size, colour, align = "left", width = 0, spacing = 0 },
) {
  let at = x;
  if (align === "center") at += (width - line.width) / 2;
  if (align === "right") at += width - line.width;
  for (const piece of line.pieces) {
    doc.font(piece.font).fontSize(size).fillOpacity(1).fillColor(colour);
    doc.text(piece.text, at, y, { lineBreak: false, characterSpacing: spacing });
    at += piece.width;
  }
}

/** Words, each of one or more parts in different fonts. */
function wordsOf(text, font) {
  const words = [[]];
  for (const run of parseInline(typographic(text))) {
    run.text.split(" ").forEach((part, i) => {
      if (i > 0) words.push([]);
      if (part !== "")
        words.at(-1).push({ text: part.replaceAll("~", "\u00a0"), font: run.bold ? BOLD : font });
    });
  }
  return words.filter((word) => word.length > 0);
}

const widths = new Map();

function widthOf(doc, text, font, size) {
  const key = `${font} ${text}`;
  if (!widths.has(key)) widths.set(key, doc.font(font).fontSize(100).widthOfString(text));
  return (widths.get(key) * size) / 100;
}
