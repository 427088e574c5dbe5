import PdfKit from "pdfkit";
import type { Mark, PageSize } from "./jobs.ts";
import { markLines } from "./mark-lines.ts";
import type { MarkFont } from "./overlay.ts";
import { PdfFile } from "./pdf-file.ts";
import { pagesOf, type PdfPage } from "./pdf-pages.ts";
import { BrokenPdf, dictionaryOf, referenceOf, written } from "./pdf-syntax.ts";
import type { PdfUpdate } from "./pdf-update.ts";
import { MAX_UNITS } from "./unshowable.ts";

/** Marks of different sizes; pages of further sizes get one of these, stretched. */
const MAX_FORMS = 4;
/** How often the two lines stand on a page at most. */
const MAX_REPEATS = 80;

/** A mark as large as a page, drawn for itself: a PDF of one page. */
export interface MarkForm extends PageSize {
  pdf: Buffer;
  /** How high the line at its foot is, with its ground. */
  foot: number;
}

/** The marks of one copy, drawn as they are wanted: one for each size of a page. */
export class MarkForms {
  readonly #lines: [string, string];
  readonly #font: MarkFont;
  readonly #forms = new Map<string, MarkForm>();

  constructor(mark: Mark, font: MarkFont) {
    this.#font = font;
    this.#lines = markLines(mark, font.covers);
  }

  /** The mark that suits a page as it is shown. */
  async of({ box, quarters }: Pick<PdfPage, "box" | "quarters">): Promise<MarkForm> {
    const side = (length: number) => Math.min(MAX_UNITS, Math.max(1, Math.round(length)));
    const sides = [side(box.width), side(box.height)] as const;
    const [width, height] = quarters % 2 === 1 ? [sides[1], sides[0]] : sides;
    const key = `${width} ${height}`;
    const known = this.#forms.get(key);
    if (known !== undefined) return known;
    const [first] = this.#forms.values();
    if (first !== undefined && this.#forms.size >= MAX_FORMS) return first;
    const form = await stampPage(width, height, this.#lines, this.#font);
    this.#forms.set(key, form);
    return form;
  }
}

/** Puts a mark into a file, as a form that its pages draw. @returns the form's number */
export function addForm(update: PdfUpdate, { width, height, pdf }: MarkForm): number {
  const file = new PdfFile(pdf);
  const [page] = pagesOf(file);
  const content = referenceOf(page?.entries.get("Contents") ?? "");
  const drawn = content === null ? null : file.object(content.number);
  const dictionary = drawn === null ? null : dictionaryOf(drawn.value);
  if (page === undefined || drawn?.stream == null || dictionary === null)
    throw new BrokenPdf("no mark");
  const numbers = new Map<number, number>();
  const renumbered = (value: string) =>
    value.replace(/(\d{1,10}) \d{1,5} R/g, (_, text: string) => {
      const number = numbers.get(Number(text)) ?? update.reserve();
      numbers.set(Number(text), number);
      return `${number} 0 R`;
    });
  dictionary.set("Type", "/XObject");
  dictionary.set("Subtype", "/Form");
  dictionary.set("BBox", `[0 0 ${width} ${height}]`);
  dictionary.set("Resources", page.entries.get("Resources") ?? "<< >>");
  const form = update.add(renumbered(written(dictionary)), drawn.stream);
  // A map grows while it is gone through: what an object refers to is copied behind it.
  for (const [from, to] of numbers) {
    const object = file.object(from);
    if (object === null) throw new BrokenPdf("no mark");
    update.put(to, 0, renumbered(object.value), object.stream ?? undefined);
  }
  return form;
}

/**
 * One page with nothing but the mark: both lines aslant over it, as outlines, so that they don't
 * stand between the words of the page for those who search it or have it read to them; and once
 * upright at its foot, as text.
 */
async function stampPage(
  width: number,
  height: number,
  [who, when]: [string, string],
  font: MarkFont,
): Promise<MarkForm> {
  const pdf = new PdfKit({ size: [width, height], margin: 0, font: font.bytes as never });
  const done = new Promise<Buffer>((resolve, reject) => {
    const pieces: Buffer[] = [];
    pdf.on("data", (piece: Buffer) => pieces.push(piece));
    pdf.on("end", () => resolve(Buffer.concat(pieces)));
    pdf.on("error", reject);
  });
  const shorter = Math.min(width, height);
  const size = Math.min(Math.max(7, shorter / 46), shorter / 5);
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
  const line = `${who} · ${when}`;
  const usual = Math.min(Math.max(5, size * 0.62), shorter / 5);
  // As small as it must be to stand on the page whole.
  const foot = usual * Math.min(1, (width - 2 * usual) / pdf.fontSize(usual).widthOfString(line));
  pdf
    .fillOpacity(0.72)
    .fillColor("#ffffff")
    .rect(0, height - foot * 2.2, width, foot * 2.2)
    .fill();
  pdf
    .fillColor("#111111")
    .fontSize(foot)
    .text(line, foot, height - foot * 1.7, { lineBreak: false });
  pdf.end();
  return { width, height, pdf: await done, foot: foot * 2.2 };
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
