import {
  degrees,
  EncryptedPDFError,
  PDFDocument,
  type PDFEmbeddedPage,
  type PDFPage,
} from "@cantoo/pdf-lib";
import PdfKit from "pdfkit";
import type { Mark } from "./jobs.ts";
import { markLines } from "./mark-lines.ts";
import type { MarkFont } from "./overlay.ts";
import { Unshowable } from "./pdfium.ts";

/**
 * A PDF with the watermark on every page, as text. The mark is one form a page size, shared by all pages of
 * that size, so that a thousand pages grow by little more than one.
 * @throws Unshowable: `encrypted` or `damaged`
 */
export async function stampPdf(bytes: Uint8Array, mark: Mark, font: MarkFont): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, {
    updateMetadata: false,
    throwOnInvalidObject: false,
  }).catch((error: unknown) => {
    throw new Unshowable(
      error instanceof EncryptedPDFError || /encrypt/i.test(String(error))
        ? "encrypted"
        : "damaged",
    );
  });
  try {
    const lines = markLines(mark, font.covers);
    const stamps = new Map<string, PDFEmbeddedPage>();
    for (const page of document.getPages()) {
      const { turned, width, height } = shownSize(page);
      const key = `${width} ${height}`;
      let stamp = stamps.get(key);
      if (stamp === undefined) {
        [stamp] = await document.embedPdf(await stampPage(width, height, lines, font), [0]);
        if (stamp === undefined) throw new Unshowable("damaged");
        stamps.set(key, stamp);
      }
      page.drawPage(stamp, placeOf(page, turned));
    }
    return await document.save({ useObjectStreams: true, objectsPerTick: Infinity });
  } catch (error) {
    throw error instanceof Unshowable ? error : new Unshowable("damaged");
  }
}

function shownSize(page: PDFPage): { turned: number; width: number; height: number } {
  const turned = (((page.getRotation().angle % 360) + 360) % 360) as number;
  const box = page.getCropBox();
  const [w, h] = [Math.max(1, Math.round(box.width)), Math.max(1, Math.round(box.height))];
  return turned % 180 === 90 ? { turned, width: h, height: w } : { turned, width: w, height: h };
}

/** Where the stamp lies so that it reads upright on a page that is shown turned. */
function placeOf(page: PDFPage, turned: number) {
  const { x, y, width, height } = page.getCropBox();
  if (turned === 90) return { x: x + width, y, rotate: degrees(90) };
  if (turned === 180) return { x: x + width, y: y + height, rotate: degrees(180) };
  if (turned === 270) return { x, y: y + height, rotate: degrees(270) };
  return { x, y };
}

/**
 * One page with nothing but the mark: both lines aslant over it, as outlines, so that they don't stand
 * between the words of the page for those who search it or have it read to them; and once upright at its
 * foot, as text.
 */
function stampPage(
  width: number,
  height: number,
  [who, when]: [string, string],
  font: MarkFont,
): Promise<Buffer> {
  const pdf = new PdfKit({ size: [width, height], margin: 0, font: font.bytes as never });
  const done = new Promise<Buffer>((resolve, reject) => {
    const pieces: Buffer[] = [];
    pdf.on("data", (piece: Buffer) => pieces.push(piece));
    pdf.on("end", () => resolve(Buffer.concat(pieces)));
    pdf.on("error", reject);
  });
  const size = Math.max(7, Math.min(width, height) / 46);
  pdf.font(font.bytes as never).fillColor("#112233");
  pdf.fillOpacity(0.14).strokeOpacity(0.16);
  const outlines = [who, when].map((line) => outlineOf(pdf, line, size));
  const advance = Math.max(...outlines.map((outline) => outline.width)) + size * 5;
  const reach = Math.hypot(width, height);
  pdf
    .save()
    .translate(width / 2, height / 2)
    .rotate(-28);
  for (let y = -reach / 2, row = 0; y < reach / 2; y += size * 13, row += 1) {
    for (let x = -reach / 2 - (row % 2) * (advance / 2); x < reach / 2; x += advance) {
      outlines.forEach((outline, line) =>
        pdf
          .save()
          .translate(x, y + line * size * 1.4)
          .scale(outline.scale, -outline.scale)
          .lineWidth((size * 0.09) / outline.scale)
          .path(outline.path)
          .fillAndStroke("#112233", "#ffffff")
          .restore(),
      );
    }
  }
  pdf.restore();
  const foot = Math.max(5, size * 0.62);
  pdf
    .fillOpacity(0.72)
    .fillColor("#ffffff")
    .rect(0, height - foot * 2.2, width, foot * 2.2)
    .fill();
  pdf
    .fillColor("#111111")
    .fontSize(foot)
    .text(`${who} · ${when}`, foot, height - foot * 1.7, { lineBreak: false });
  pdf.end();
  return done;
}

/** What the library's own font object knows, which its types leave out. */
interface FontInside {
  unitsPerEm: number;
  layout(text: string): {
    advanceWidth: number;
    glyphs: {
      advanceWidth: number;
      path: { translate(x: number, y: number): { toSVG(): string } };
    }[];
  };
}

/** The shapes of a line's letters, in the font's units, and the scale that brings them to their size. */
function outlineOf(
  pdf: PDFKit.PDFDocument,
  line: string,
  size: number,
): { path: string; scale: number; width: number } {
  const { font } = (pdf as unknown as { _font: { font: FontInside } })._font;
  const run = font.layout(line);
  let x = 0;
  const path = run.glyphs.map((glyph) => {
    const shape = glyph.path.translate(x, 0).toSVG();
    x += glyph.advanceWidth;
    return shape;
  });
  const scale = size / font.unitsPerEm;
  return { path: path.join(""), scale, width: run.advanceWidth * scale };
}
