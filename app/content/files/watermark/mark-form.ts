import PdfKit from "pdfkit";
import type { Mark, PageSize } from "./jobs.ts";
import { markLines } from "./mark-lines.ts";
import type { MarkFont } from "./overlay.ts";
import { PdfFile } from "./pdf-file.ts";
import { pagesOf, type PdfPage } from "./pdf-pages.ts";
import { BrokenPdf, dictionaryOf, referenceOf, written, type PdfDictionary } from "./pdf-syntax.ts";
import { PdfUpdate } from "./pdf-update.ts";
import { MAX_UNITS } from "./unshowable.ts";

/** Marks of different sizes; pages of further sizes get one of these, stretched. */
const MAX_FORMS = 4;
/** How often the two lines stand on a page at most. */
const MAX_REPEATS = 80;
/** How far the lines are turned. */
const ASLANT = (-28 * Math.PI) / 180;

/** A page of such sides is a strip: its lines run along it, as they have no room across. */
const STRIP = { times: 8, width: 72 };

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
    const form = await markPage(width, height, this.#lines, this.#font);
    this.#forms.set(key, form);
    return form;
  }
}

/** Puts a mark into a file, as a form that its pages draw. @returns the form's number */
export function addForm(update: PdfUpdate, { width, height, pdf }: MarkForm): number {
  const file = new PdfFile(pdf);
  const [page] = pagesOf(file);
  if (page === undefined) throw new BrokenPdf("no mark");
  const { dictionary, stream } = contentOf(file, page.entries);
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
  const form = update.add(renumbered(written(dictionary)), stream);
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
 * upright at its foot, as text. The outlines are in it once, and drawn again and again.
 */
async function markPage(
  shownWidth: number,
  shownHeight: number,
  [who, when]: [string, string],
  font: MarkFont,
): Promise<MarkForm> {
  const sides = [shownWidth, shownHeight].toSorted((a, b) => a - b) as [number, number];
  const isStrip = sides[0] < STRIP.width && sides[1] >= STRIP.times * sides[0];
  // A strip that stands is marked as one that lies, and turned.
  const isTurned = isStrip && shownHeight > shownWidth;
  const [width, height] = isTurned ? [shownHeight, shownWidth] : [shownWidth, shownHeight];
  const pdf = new PdfKit({ size: [width, height], margin: 0, font: font.bytes as never });
  const done = new Promise<Buffer>((resolve, reject) => {
    const pieces: Buffer[] = [];
    pdf.on("data", (piece: Buffer) => pieces.push(piece));
    pdf.on("end", () => resolve(Buffer.concat(pieces)));
    pdf.on("error", reject);
  });
  const shorter = Math.min(width, height);
  const size = Math.min(Math.max(7, shorter / 46), shorter / (isStrip ? 3 : 5));
  pdf
    .font(font.bytes as never)
    .fillOpacity(0.14)
    .strokeOpacity(0.16);
  const outlines = [who, when].map((line) => outlineOf(pdf, line, size));
  outlines.forEach(({ path, scale }, line) =>
    pdf
      .save()
      .translate(0, line * size * 1.4)
      .scale(scale, -scale)
      .lineWidth((size * 0.09) / scale)
      .path(path)
      .fillAndStroke("#112233", "#ffffff")
      .restore(),
  );
  const line = `${who} · ${when}`;
  const usual = Math.min(Math.max(5, size * 0.62), shorter / 5);
  // As small as it must be to stand on the page whole.
  const foot = usual * Math.min(1, (width - 2 * usual) / pdf.fontSize(usual).widthOfString(line));
  // On a strip, its ground is no longer than the line.
  const ground = isStrip ? 2 * foot + pdf.fontSize(foot).widthOfString(line) : width;
  pdf
    .addPage()
    .fillOpacity(0.72)
    .fillColor("#ffffff")
    .rect(0, height - foot * 2.2, ground, foot * 2.2)
    .fill();
  pdf
    .fillColor("#111111")
    .fontSize(foot)
    .text(line, foot, height - foot * 1.7, { lineBreak: false });
  pdf.end();
  const wide = Math.max(...outlines.map((outline) => outline.width));
  const drawn = await done;
  const pdfOfMark = composed(drawn, { width, height, size, wide, isStrip, isTurned });
  return {
    width: shownWidth,
    height: shownHeight,
    pdf: pdfOfMark,
    foot: isTurned ? 0 : foot * 2.2,
  };
}

/**
 * Draws the lines of the first page aslant all over it, and the second page's foot over them.
 * @param size of the letters, and how wide the lines are
 */
function composed(
  drawn: Buffer,
  { width, height, size, wide, isStrip, isTurned }: PageSize & Layout,
): Buffer {
  const file = new PdfFile(drawn);
  const [lines, foot] = pagesOf(file);
  if (lines === undefined || foot === undefined) throw new BrokenPdf("no mark");
  const update = new PdfUpdate(file);
  // The library counts from the top; that is undone where the lines are drawn.
  const box = [-size, height - 3 * size, wide + size, height + 2 * size];
  const line = formOf(update, file, lines, { box, matrix: `1 0 0 -1 0 ${height}` });
  const below = formOf(update, file, foot, { box: [0, 0, width, height], matrix: "1 0 0 1 0 0" });
  const angle = isStrip ? 0 : ASLANT;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)].map((value) => value.toFixed(5));
  const places = (isStrip ? placesAlong : placesOf)({ width, height, size, wide }).map(
    ([x, y]) => `q 1 0 0 1 ${x.toFixed(3)} ${y.toFixed(3)} cm /Line Do Q`,
  );
  const content = Buffer.from(
    [
      isTurned ? `0 1 -1 0 ${height} 0 cm` : "",
      `q 1 0 0 -1 0 ${height} cm 1 0 0 1 ${width / 2} ${height / 2} cm`,
      `${cos} ${sin} ${-Number(sin)} ${cos} 0 0 cm`,
      ...places,
      "Q /Foot Do",
    ].join("\n"),
  );
  const page = new Map(lines.entries)
    .set("MediaBox", isTurned ? `[0 0 ${height} ${width}]` : `[0 0 ${width} ${height}]`)
    .set("Contents", `${update.add(`<< /Length ${content.length} >>`, content)} 0 R`)
    .set("Resources", `<< /XObject << /Line ${line} 0 R /Foot ${below} 0 R >> >>`);
  update.put(lines.number, lines.generation, written(page));
  return Buffer.concat([drawn, update.end()]);
}

interface Layout {
  size: number;
  wide: number;
  isStrip: boolean;
  isTurned: boolean;
}

/** Where the lines stand on a strip that lies, from its middle: one pair behind the other. */
function placesAlong({ width, size, wide }: PageSize & Pick<Layout, "size" | "wide">) {
  const count = Math.min(MAX_REPEATS, Math.max(1, Math.ceil(width / (wide + size * 5))));
  const each = width / count;
  // Both lines together are in the middle of it.
  return Array.from({ length: count }, (_, i): [x: number, y: number] => [
    -width / 2 + i * each + size,
    -0.45 * size,
  ]);
}

/** Where the lines stand, from the middle of the page: every other row is shifted by half. */
function placesOf({
  width,
  height,
  size,
  wide,
}: PageSize & { size: number; wide: number }): [x: number, y: number][] {
  const reach = Math.hypot(width, height);
  const [across, down] = [wide + size * 5, size * 13];
  // A long and narrow page would hold thousands of small marks: they stand further apart there.
  const apart = Math.max(1, Math.sqrt(((reach / across + 1) * (reach / down)) / MAX_REPEATS));
  const places: [number, number][] = [];
  for (let y = -reach / 2, row = 0; y < reach / 2; y += down * apart, row += 1) {
    const first = -reach / 2 - (row % 2) * ((across * apart) / 2);
    for (let x = first; x < reach / 2; x += across * apart) places.push([x, y]);
  }
  return places;
}

/** What a page draws, as a form. @returns its number */
function formOf(
  update: PdfUpdate,
  file: PdfFile,
  { entries }: PdfPage,
  { box, matrix }: { box: readonly number[]; matrix: string },
): number {
  const { dictionary, stream } = contentOf(file, entries);
  dictionary.set("Type", "/XObject");
  dictionary.set("Subtype", "/Form");
  dictionary.set("BBox", `[${box.map((side) => side.toFixed(3)).join(" ")}]`);
  dictionary.set("Matrix", `[${matrix}]`);
  dictionary.set("Resources", entries.get("Resources") ?? "<< >>");
  return update.add(written(dictionary), stream);
}

/** The one stream of a page's content. */
function contentOf(file: PdfFile, entries: PdfDictionary) {
  const reference = referenceOf(entries.get("Contents") ?? "");
  const object = reference === null ? null : file.object(reference.number);
  const dictionary = object === null ? null : dictionaryOf(object.value);
  if (object?.stream == null || dictionary === null) throw new BrokenPdf("no mark");
  return { dictionary, stream: object.stream };
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
