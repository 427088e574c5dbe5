import {
  decodePDFRawStream,
  degrees,
  EncryptedPDFError,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFObjectStreamParser,
  type PDFEmbeddedPage,
  type PDFPage,
  type PDFRawStream,
} from "@cantoo/pdf-lib";
import PdfKit from "pdfkit";
import type { Mark } from "./jobs.ts";
import { markLines } from "./mark-lines.ts";
import type { MarkFont } from "./overlay.ts";
import { MAX_UNITS, Unshowable } from "./unshowable.ts";

/**
 * What all object streams of a file may have, unpacked: they become objects many times their size.
 */
const MAX_OBJECT_STREAM_BYTES = 32 * 1024 * 1024;
const MAX_OBJECTS_OF_STREAM = 200_000;
/** Marks of different sizes; pages of further sizes get one of these, stretched. */
const MAX_STAMPS = 4;
/** How often the two lines stand on a page at most. */
const MAX_REPEATS = 80;
/** Measured a piece at a time, so that a bomb is not unpacked to be measured. */
const PIECE_BYTES = 256 * 1024;

/**
 * A PDF with the watermark on every page, as text. The mark is one form a page size, shared by all
 * pages of that size, so that a thousand pages grow by little more than one.
 * @throws Unshowable: `encrypted`, `damaged`, or `too-complex` when it unpacks to more than is
 *   allowed
 */
export async function stampPdf(bytes: Uint8Array, mark: Mark, font: MarkFont): Promise<Uint8Array> {
  try {
    const document = await bounded(() =>
      PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: false }),
    );
    const lines = markLines(mark, font.covers);
    const stamps = new Map<string, PDFEmbeddedPage>();
    for (const page of document.getPages()) {
      const { turned, width, height } = shownSize(page);
      const key = `${width} ${height}`;
      let stamp = stamps.get(key);
      if (stamp === undefined && stamps.size >= MAX_STAMPS) [stamp] = stamps.values();
      if (stamp === undefined) {
        [stamp] = await document.embedPdf(await stampPage(width, height, lines, font), [0]);
        if (stamp === undefined) throw new Unshowable("damaged");
        stamps.set(key, stamp);
      }
      page.drawPage(stamp, placeOf(page, turned));
    }
    return await document.save({ useObjectStreams: true, objectsPerTick: Infinity });
  } catch (error) {
    if (error instanceof Unshowable) throw error;
    if (error instanceof EncryptedPDFError || /encrypt/i.test(String(error)))
      throw new Unshowable("encrypted");
    // What ran out of memory or stack says nothing of the file's own soundness.
    throw new Unshowable(error instanceof RangeError ? "too-complex" : "damaged");
  }
}

/**
 * Parses with a bound on what object streams unpack to. The library parses whatever they hold, and
 * goes on over what it can't read; so the first stream beyond the bound is remembered, and none
 * after it is parsed.
 */
async function bounded(parse: () => Promise<PDFDocument>): Promise<PDFDocument> {
  const { forStream } = PDFObjectStreamParser;
  let [left, exceeded] = [MAX_OBJECT_STREAM_BYTES, false];
  PDFObjectStreamParser.forStream = (stream, ...more) => {
    const count = stream.dict.lookup(PDFName.of("N"));
    exceeded ||= count instanceof PDFNumber && count.asNumber() > MAX_OBJECTS_OF_STREAM;
    if (!exceeded) left -= unpackedSize(stream, left);
    exceeded ||= left <= 0;
    if (exceeded) throw new Unshowable("too-complex");
    return forStream(stream, ...more);
  };
  try {
    const document = await parse();
    if (exceeded) throw new Unshowable("too-complex");
    return document;
  } catch (error) {
    throw exceeded ? new Unshowable("too-complex") : error;
  } finally {
    PDFObjectStreamParser.forStream = forStream;
  }
}

/** How many bytes a stream unpacks to; counted up to a little more than `most`. */
function unpackedSize(stream: PDFRawStream, most: number): number {
  const unpacking = decodePDFRawStream(stream);
  let size = 0;
  while (size < most) {
    const piece = unpacking.getBytes(PIECE_BYTES).length;
    if (piece === 0) break;
    size += piece;
  }
  return size;
}

/** How large a page is shown, in whole units within what the format allows. */
function shownSize(page: PDFPage): { turned: number; width: number; height: number } {
  const turned = (((page.getRotation().angle % 360) + 360) % 360) as number;
  const box = page.getCropBox();
  const side = (length: number) => Math.min(MAX_UNITS, Math.max(1, Math.round(length) || 1));
  const [w, h] = [side(box.width), side(box.height)];
  return turned % 180 === 90 ? { turned, width: h, height: w } : { turned, width: w, height: h };
}

/**
 * Where the stamp lies so that it reads upright on a page that is shown turned, and covers the
 * whole of it.
 */
function placeOf(page: PDFPage, turned: number) {
  const { x, y, width: w, height: h } = page.getCropBox();
  const [width, height] = turned % 180 === 90 ? [h, w] : [w, h];
  if (turned === 90) return { x: x + w, y, width, height, rotate: degrees(90) };
  if (turned === 180) return { x: x + w, y: y + h, width, height, rotate: degrees(180) };
  if (turned === 270) return { x, y: y + h, width, height, rotate: degrees(270) };
  return { x, y, width, height };
}

/**
 * One page with nothing but the mark: both lines aslant over it, as outlines, so that they don't
 * stand between the words of the page for those who search it or have it read to them; and once
 * upright at its foot, as text.
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
  const reach = Math.hypot(width, height);
  const wide = Math.max(...outlines.map((outline) => outline.width)) + size * 5;
  // A long and narrow page would hold thousands of small marks: they stand further apart there.
  const apart = Math.max(1, Math.sqrt(((reach / wide + 1) * (reach / (size * 13))) / MAX_REPEATS));
  const [advance, rise] = [wide * apart, size * 13 * apart];
  pdf
    .save()
    .translate(width / 2, height / 2)
    .rotate(-28);
  for (let y = -reach / 2, row = 0; y < reach / 2; y += rise, row += 1) {
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

/**
 * The shapes of a line's letters, in the font's units, and the scale that brings them to their
 * size.
 */
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
