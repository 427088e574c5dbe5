import type { PageSize } from "./jobs.ts";
import { addForm, type MarkForm, type MarkForms } from "./mark-form.ts";
import { contentEnd } from "./pdf-content.ts";
import { PdfFile } from "./pdf-file.ts";
import { pagesOf, type PdfPage } from "./pdf-pages.ts";
import { dropClaim } from "./pdf-claim.ts";
import { unpacked } from "./pdf-streams.ts";
import {
  arrayOf,
  BrokenPdf,
  dictionaryOf,
  numberOf,
  referenceOf,
  written,
  type PdfDictionary,
} from "./pdf-syntax.ts";
import { PdfUpdate } from "./pdf-update.ts";
import { MAX_UNITS } from "./unshowable.ts";

/** What the contents of a page may unpack to, and those of all pages together. */
const MAX_CONTENT_BYTES = 16 * 1024 * 1024;
const MAX_CONTENTS_BYTES = 192 * 1024 * 1024;
/** Printed with the page, and nothing that a click takes hold of (ISO 32000-1, 12.5.3). */
const NOTE_FLAGS = 4 + 64 + 128 + 512;
const IS_HIDDEN = 2;
/** Not seen on the screen, or only while a pointer is over it. */
const IS_FLEETING = 32 + 256;
/** Annotations that are not always there lie below the mark where they take such a share of a page. */
const FLEETING_SHARE = 0.02;

/** A page of a marked file. */
export interface MarkedPage {
  /** From 1. */
  number: number;
  form: MarkForm;
  /** Whether the mark is a note that lies over the page, and not the end of its content. */
  isNote: boolean;
  /** Whether the file itself says that nothing hides the mark. */
  isSure: boolean;
  /** Whether something may lie on the page that is there on paper alone. */
  isPrintedOtherwise: boolean;
}

/** An annotation, as far as it may hide a mark. */
interface Cover {
  /** It has a look of its own, and the page has it. */
  isDrawn: boolean;
  /** It may have one at another time: in print, in a layer, after a click. */
  isFleeting: boolean;
  area: number;
}

/** A file with a mark on every page. */
export interface MarkedPdf {
  /** Where the file's own bytes begin among those that were given. */
  head: number;
  /** What is put behind them. */
  update: Buffer;
  pages: MarkedPage[];
}

/**
 * Puts a mark on every page, at the end of its content, by adding to the file: its own bytes stay
 * as they are, and it costs nothing by the object. The content is drawn between `q` and as many `Q`
 * as it needs, so that nothing of its state is left. Where the content can't be closed, and on the
 * pages of `notes`, the mark is a note that lies over the page instead.
 * @param shown how large the pages are for whoever shows them
 * @throws BrokenPdf where the file is read otherwise here than it is shown
 */
export async function markedPdf(
  whole: Uint8Array,
  shown: readonly PageSize[],
  forms: MarkForms,
  notes: ReadonlySet<number>,
): Promise<MarkedPdf> {
  const file = new PdfFile(whole);
  if (file.trailer.has("Encrypt")) throw new BrokenPdf("protected");
  const pages = pagesOf(file);
  comparePages(file, pages, shown);
  const marking = new Marking(file);
  dropClaim(file, marking.update);
  const marked: MarkedPage[] = [];
  for (const [i, page] of pages.entries())
    marked.push({ number: i + 1, ...(await marking.mark(page, forms, notes.has(i + 1))) });
  return { head: whole.length - file.bytes.length, update: marking.update.end(), pages: marked };
}

/** @throws BrokenPdf where a page is shown in another size than it says, or there are others */
function comparePages(file: PdfFile, pages: readonly PdfPage[], shown: readonly PageSize[]): void {
  if (pages.length < Math.max(1, shown.length)) throw new BrokenPdf("other pages");
  const side = (length: number) => Math.min(MAX_UNITS, Math.max(1, length));
  const isClose = (a: number, b: number) => Math.abs(side(a) - side(b)) <= 1 + 0.01 * side(a);
  for (const [i, { width, height }] of shown.entries()) {
    const { box, quarters, entries, isBeside } = pages[i] as PdfPage;
    if (isBeside) continue;
    const [w, h] = quarters % 2 === 1 ? [box.height, box.width] : [box.width, box.height];
    const unit = numberOf(file.look(entries.get("UserUnit") ?? "1")) ?? 1;
    const isSame = [1, unit].some((by) => isClose(w * by, width) && isClose(h * by, height));
    if (!isSame) throw new BrokenPdf("a page of another size");
  }
}

/** Marks the pages of one file. What pages share is put into it once. */
class Marking {
  readonly update: PdfUpdate;
  readonly #file: PdfFile;
  readonly #forms = new Map<MarkForm, number>();
  readonly #shared = new Map<string, number>();
  readonly #covers = new Map<string, Cover>();
  #bytesLeft = MAX_CONTENTS_BYTES;

  constructor(file: PdfFile) {
    this.#file = file;
    this.update = new PdfUpdate(file);
  }

  async mark(
    page: PdfPage,
    forms: MarkForms,
    wantsNote: boolean,
  ): Promise<Omit<MarkedPage, "number">> {
    const form = await forms.of(page);
    const number = this.#forms.get(form) ?? addForm(this.update, form);
    this.#forms.set(form, number);
    const entries = new Map(page.entries);
    if (page.isBeside) entries.delete("CropBox");
    const parts = this.#contentsOf(entries);
    const notes = this.#file.array(entries.get("Annots")) ?? [];
    const covers = notes.map((note) => this.#cover(note));
    const fleeting = covers.filter(({ isFleeting }) => isFleeting);
    const isCovered =
      fleeting.reduce((sum, { area }) => sum + area, 0) >
      FLEETING_SHARE * page.box.width * page.box.height;
    const end = wantsNote || isCovered ? null : this.#contentEnd(parts);
    const closing = end?.closing ?? null;
    if (closing === null) {
      const note = this.#note(page, form, number);
      entries.set("Annots", `[ ${[...notes, `${note} 0 R`].join(" ")} ]`);
    } else {
      const name = this.#draws(entries, number);
      const before = this.#stream("q\n");
      const behind = this.#stream(
        `\n${closing} Q\n/Artifact BMC q ${placeOf(page, form)} cm /${name} Do Q EMC\n`,
      );
      entries.set("Contents", `[ ${[`${before} 0 R`, ...parts, `${behind} 0 R`].join(" ")} ]`);
    }
    this.update.put(page.number, page.generation, written(entries));
    const isSure = end?.closing != null && end.isSure && !covers.some(({ isDrawn }) => isDrawn);
    const isPrintedOtherwise = fleeting.some(({ isDrawn }) => isDrawn);
    return { form, isNote: closing === null, isSure, isPrintedOtherwise };
  }

  /** The streams of a page's content. */
  #contentsOf(entries: PdfDictionary): string[] {
    const value = entries.get("Contents");
    if (value === undefined) return [];
    const found = this.#file.look(value);
    const parts = arrayOf(found) ?? (found === "null" ? [] : [value]);
    if (parts.some((part) => referenceOf(part) === null)) throw new BrokenPdf("no content");
    return parts;
  }

  /** What the content leaves open; what can't be read is taken to leave nothing so. */
  #contentEnd(parts: readonly string[]): { closing: string | null; isSure: boolean } {
    const pieces: Uint8Array[] = [];
    let left = Math.min(MAX_CONTENT_BYTES, this.#bytesLeft);
    for (const part of parts) {
      const object = this.#file.object(referenceOf(part)?.number ?? 0);
      const dictionary = object === null ? null : dictionaryOf(object.value);
      if (object?.stream == null || dictionary === null) continue;
      const bytes = unpacked(dictionary, object.stream, this.#file.look, Math.max(0, left));
      if (bytes === null) return { closing: "", isSure: false };
      left -= bytes.length;
      this.#bytesLeft -= bytes.length;
      pieces.push(bytes, LINE);
    }
    const { closing, hasPictures } = contentEnd(Buffer.concat(pieces));
    return { closing, isSure: !hasPictures };
  }

  #cover(note: string): Cover {
    const known = this.#covers.get(note);
    if (known !== undefined) return known;
    const entries = this.#file.dictionary(note) ?? new Map<string, string>();
    const kind = entries.get("Subtype");
    const flags = numberOf(this.#file.look(entries.get("F") ?? "0")) ?? 0;
    const looks = this.#file.dictionary(entries.get("AP"));
    const isBare = looks === null && (kind === "/Link" || kind === "/Popup");
    const isHidden = (flags & IS_HIDDEN) !== 0;
    const isFleeting = () =>
      isHidden ||
      (flags & IS_FLEETING) !== 0 ||
      entries.has("OC") ||
      this.#file.dictionary(looks?.get("N"))?.has("OC") === true;
    const cover = {
      isDrawn: entries.size > 0 && !isBare && !isHidden,
      isFleeting: !isBare && isFleeting(),
      area: this.#area(entries.get("Rect")),
    };
    this.#covers.set(note, cover);
    return cover;
  }

  #area(rect: string | undefined): number {
    const sides = (this.#file.array(rect) ?? []).map(
      (side) => numberOf(this.#file.look(side)) ?? 0,
    );
    const [left = 0, bottom = 0, right = 0, top = 0] = sides;
    return Math.abs((right - left) * (top - bottom));
  }

  /** Lets a page draw the mark. @returns what the mark is called there */
  #draws(entries: PdfDictionary, form: number): string {
    const given = entries.get("Resources") ?? "<< >>";
    const resources = this.#file.dictionary(given) ?? new Map<string, string>();
    const pictures = new Map(this.#file.dictionary(resources.get("XObject")));
    let name = "Mark";
    for (let i = 2; pictures.has(name); i += 1) name = `Mark${i}`;
    pictures.set(name, `${form} 0 R`);
    const number = this.#once(`resources ${form} ${given}`, () =>
      this.update.add(written(new Map(resources).set("XObject", written(pictures)))),
    );
    entries.set("Resources", `${number} 0 R`);
    return name;
  }

  /** The mark as a note over a page. @returns its number */
  #note(page: PdfPage, form: MarkForm, number: number): number {
    const { x, y, width, height } = page.box;
    const { a, b, c, d } = turnOf(page.quarters);
    const look = this.#once(`look ${number} ${page.quarters}`, () => {
      const content = Buffer.from("/Mark Do");
      return this.update.add(
        `<< /Type /XObject /Subtype /Form /BBox [0 0 ${form.width} ${form.height}] /Matrix [${a} ${b} ${c} ${d} 0 0] /Resources << /XObject << /Mark ${number} 0 R >> >> /Length ${content.length} >>`,
        content,
      );
    });
    const corners = [x, y, x + width, y + height].map(decimal).join(" ");
    return this.update.add(
      `<< /Type /Annot /Subtype /Stamp /Rect [${corners}] /F ${NOTE_FLAGS} /P ${page.number} ${page.generation} R /AP << /N ${look} 0 R >> >>`,
    );
  }

  #stream(content: string): number {
    return this.#once(`stream ${content}`, () =>
      this.update.add(`<< /Length ${content.length} >>`, Buffer.from(content, "latin1")),
    );
  }

  #once(key: string, add: () => number): number {
    const number = this.#shared.get(key) ?? add();
    this.#shared.set(key, number);
    return number;
  }
}

const LINE = Buffer.from("\n");

/** How a mark is turned so that it reads upright on a page that is shown turned clockwise. */
function turnOf(quarters: number): { a: number; b: number; c: number; d: number } {
  if (quarters === 1) return { a: 0, b: 1, c: -1, d: 0 };
  if (quarters === 2) return { a: -1, b: 0, c: 0, d: -1 };
  return quarters === 3 ? { a: 0, b: -1, c: 1, d: 0 } : { a: 1, b: 0, c: 0, d: 1 };
}

/** The matrix by which a mark covers the whole of a page. */
function placeOf({ box, quarters }: PdfPage, form: MarkForm): string {
  const { a, b, c, d } = turnOf(quarters);
  const [w, h] = quarters % 2 === 1 ? [box.height, box.width] : [box.width, box.height];
  const [wide, high] = [w / form.width, h / form.height];
  const x = box.x + (a < 0 || c < 0 ? box.width : 0);
  const y = box.y + (b < 0 || d < 0 ? box.height : 0);
  return [a * wide, b * wide, c * high, d * high, x, y].map(decimal).join(" ");
}

const decimal = (value: number) => String(Number(value.toFixed(6)));
