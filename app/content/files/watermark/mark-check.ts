import type { PageSize } from "./jobs.ts";
import type { MarkForm } from "./mark-form.ts";
import type { Pdfium } from "./pdfium.ts";
import type { MarkedPage } from "./stamp.ts";

/** How large a page is drawn to look for its mark: its shorter side, and all of it. */
const SHORT_SIDE = 360;
const MAX_SIDE = 4_000;
const MAX_PIXELS = 400_000;
/** The fields of a page in a row and in a column; the line at its foot is one more. */
const ACROSS = 3;
/** A field of fewer points of the mark tells nothing. */
const FEW = 12;
/** Which share of a field's points of the mark must show. */
const SHARE = 0.15;
/** By how much a point differs from white where the mark is, and from the original. */
const IS_MARK = 6;
const IS_SEEN = 2;

/** The points of a mark, drawn for itself, and in which field each is. */
interface Points {
  at: Uint32Array;
  field: Uint8Array;
}

/** Looks whether marks show on the pages of a copy. */
export class MarkCheck {
  readonly #pdfium: Pdfium;
  readonly #points = new Map<string, Points>();

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
  }

  /**
   * Whether a page of the copy shows its mark in each of its fields and at its foot, on the screen
   * and on paper. Both documents are drawn, small, and compared where the mark is.
   */
  isSeen(original: number, copy: number, page: MarkedPage): boolean {
    return (
      this.#isSeen(original, copy, page, false) &&
      (!page.isPrintedOtherwise || this.#isSeen(original, copy, page, true))
    );
  }

  #isSeen(
    original: number,
    copy: number,
    { number, form }: MarkedPage,
    isPrinted: boolean,
  ): boolean {
    // It may be drawn smaller than it is asked for.
    const { pixels: before, ...size } = this.#pdfium.render(
      original,
      number,
      smallSize(form),
      isPrinted,
    );
    const { pixels: behind, ...other } = this.#pdfium.render(copy, number, size, isPrinted);
    if (other.width !== size.width || other.height !== size.height) return false;
    const points = this.#pointsOf(form, size);
    const [all, seen] = [new Uint32Array(ACROSS ** 2 + 1), new Uint32Array(ACROSS ** 2 + 1)];
    for (const [i, at] of points.at.entries()) {
      const field = points.field[i] ?? 0;
      all[field] = (all[field] ?? 0) + 1;
      if (difference(before, behind, at) >= IS_SEEN) seen[field] = (seen[field] ?? 0) + 1;
    }
    return (
      points.at.length >= FEW &&
      all.every((count, field) => count < FEW || (seen[field] ?? 0) >= count * SHARE)
    );
  }

  #pointsOf(form: MarkForm, { width, height }: PageSize): Points {
    const key = `${form.width} ${form.height} ${width} ${height}`;
    const known = this.#points.get(key);
    if (known !== undefined) return known;
    const { pixels } = this.#pdfium.documents.withPdf(form.pdf, (handle) =>
      this.#pdfium.render(handle, 1, { width, height }),
    );
    const foot = height - Math.max(1, Math.floor((form.foot / form.height) * height));
    const [at, fields]: [number[], number[]] = [[], []];
    for (let i = 0; i < width * height; i += 1) {
      if (255 - Math.min(pixels[i * 4] ?? 0, pixels[i * 4 + 1] ?? 0) < IS_MARK) continue;
      const [x, y] = [i % width, Math.floor(i / width)];
      const [column, row] = [Math.floor((x / width) * ACROSS), Math.floor((y / height) * ACROSS)];
      at.push(i * 4);
      fields.push(y >= foot ? ACROSS ** 2 : row * ACROSS + column);
    }
    const points = { at: Uint32Array.from(at), field: Uint8Array.from(fields) };
    this.#points.set(key, points);
    return points;
  }
}

function smallSize({ width, height }: PageSize): PageSize {
  const scale = Math.min(
    SHORT_SIDE / Math.min(width, height),
    Math.sqrt(MAX_PIXELS / (width * height)),
    MAX_SIDE / Math.max(width, height),
  );
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: side(width), height: side(height) };
}

function difference(one: Uint8Array, other: Uint8Array, at: number): number {
  let most = 0;
  for (let i = at; i < at + 3; i += 1)
    most = Math.max(most, Math.abs((one[i] ?? 0) - (other[i] ?? 0)));
  return most;
}
