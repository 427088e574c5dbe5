import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import type { PageText } from "../texts/pdf/page-text.ts";
import { readPage } from "../texts/pdf/read-page.ts";
import type { PageSize, PdfNote } from "./jobs.ts";
import { OpenDocuments } from "./pdfium-documents.ts";
import { enclosedIn } from "./pdfium-enclosed.ts";
import { drawForm, isDrawnByAdobe, onFormPage } from "./pdfium-form.ts";
import { sizeForScans } from "./pdfium-scans.ts";
import { hasAnnotationsToRead } from "./pdfium-annotations.ts";
import { MAX_UNITS, Unshowable } from "./unshowable.ts";

/** Width of a page image in pixels, and how many it may have in all. */
const WIDTH = 1240;
const MAX_PIXELS = 4_500_000;
const MAX_SIDE = 5_000;
/** Pages whose sizes are compared. */
const PAGES_MEASURED = 1_000;
/** Pages of a document that is marked. */
const MAX_PAGES = 20_000;
const WITH_ANNOTATIONS = 0x01;
const RGBA_ORDER = 0x10;
const PRINTED = 0x800;
const BGRA = 4;

/** PDFium, compiled to WebAssembly: what the pages of its open documents look like and say. */
export class Pdfium {
  readonly documents: OpenDocuments;
  readonly #module: WrappedPdfiumModule;

  private constructor(module: WrappedPdfiumModule) {
    this.#module = module;
    this.documents = new OpenDocuments(module);
  }

  static async load(): Promise<Pdfium> {
    const { resolve } = createRequire(import.meta.url);
    const bytes = await readFile(resolve("@embedpdf/pdfium/pdfium.wasm"));
    const { init } = await import("@embedpdf/pdfium");
    const module = await init({
      wasmBinary: bytes.buffer.slice(
        bytes.byteOffset,
        bytes.byteOffset + bytes.byteLength,
      ) as ArrayBuffer,
    });
    module.PDFiumExt_Init();
    return new Pdfium(module);
  }

  pageCount(handle: number): number {
    return this.#module.FPDF_GetPageCount(handle);
  }

  /** What the pages of a document that is held open don't show. */
  notes(key: string): PdfNote[] {
    return this.documents.notes(key, (handle, bytes) => {
      const { hasFiles, hasMedia } = enclosedIn(this.#module, handle, bytes);
      const notes: PdfNote[] = this.isDrawnByAdobe(handle) ? ["xfa"] : [];
      if (hasFiles) notes.push("attachments");
      if (hasMedia) notes.push("media");
      return notes;
    });
  }

  /** Whether its pages are the placeholder of a form that Adobe's programs draw. */
  isDrawnByAdobe(handle: number): boolean {
    return isDrawnByAdobe(this.#module, handle);
  }

  /** The page that has the largest area, among the first thousand; the first of several. */
  largest(handle: number): number {
    const count = Math.min(this.pageCount(handle), PAGES_MEASURED);
    let [largest, most] = [1, 0];
    for (let number = 1; number <= count; number += 1) {
      const { width, height } = this.#pageSize(handle, number);
      if (width * height > most) [largest, most] = [number, width * height];
    }
    return largest;
  }

  /** How large all pages are shown, in units. @throws Unshowable when there are too many */
  pageSizes(handle: number): PageSize[] {
    const count = this.pageCount(handle);
    if (count > MAX_PAGES) throw new Unshowable("too-complex");
    return Array.from({ length: count }, (_, i) => this.#pageSize(handle, i + 1));
  }

  /** How large a page's image is; what stands on the page is not read for it. */
  imageSize(handle: number, number: number): PageSize {
    const { width: w, height: h } = this.#pageSize(handle, number);
    const scale = Math.min(WIDTH / w, Math.sqrt(MAX_PIXELS / (w * h)), MAX_SIDE / h);
    return {
      width: Math.max(1, Math.round(w * scale)),
      height: Math.max(1, Math.round(h * scale)),
    };
  }

  /**
   * A page as opaque RGBA pixels.
   * @param size of the image, else what suits a page
   * @param isPrinted as it is printed: annotations and layers may be there on paper alone
   * @throws Unshowable
   */
  render(
    handle: number,
    number: number,
    size?: PageSize,
    isPrinted = false,
  ): PageSize & { pixels: Uint8Array } {
    const flags = RGBA_ORDER | (isPrinted ? PRINTED : 0);
    const module = this.#module;
    // What is drawn gets the memory that reading took.
    this.documents.endReading();
    return this.#onPage(handle, number, (page) => {
      const { width, height } = sizeForScans(
        module,
        page,
        size ?? this.imageSize(handle, number),
        this.#pageSize(handle, number),
      );
      const bitmap = module.FPDFBitmap_CreateEx(width, height, BGRA, 0, 0);
      if (bitmap === 0) throw new Unshowable("too-complex");
      try {
        module.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
        module.FPDF_RenderPageBitmap(
          bitmap,
          page,
          0,
          0,
          width,
          height,
          0,
          WITH_ANNOTATIONS | flags,
        );
        drawForm(module, this.documents.form(handle), { bitmap, page, width, height }, flags);
        const at = module.FPDFBitmap_GetBuffer(bitmap);
        return { width, height, pixels: this.#heap().slice(at, at + width * height * 4) };
      } finally {
        module.FPDFBitmap_Destroy(bitmap);
      }
    });
  }

  #onPage<T>(handle: number, number: number, work: (page: number) => T): T {
    const page = this.#module.FPDF_LoadPage(handle, number - 1);
    if (page === 0) throw new Unshowable("damaged");
    try {
      return onFormPage(this.#module, this.documents.form(handle), page, () => work(page));
    } finally {
      this.#module.FPDF_ClosePage(page);
    }
  }

  /** In units of 1/72 inch, within what the format allows. */
  #pageSize(handle: number, number: number): PageSize {
    const { pdfium } = this.#module;
    const memory = pdfium.wasmExports.malloc(8);
    try {
      const known = this.#module.FPDF_GetPageSizeByIndexF(handle, number - 1, memory);
      const view = new DataView(this.#heap().buffer, memory, 8);
      const side = (at: number) =>
        Math.min(MAX_UNITS, Math.max(1, (known ? view.getFloat32(at, true) : 0) || 1));
      return { width: side(0), height: side(4) };
    } finally {
      pdfium.wasmExports.free(memory);
    }
  }

  /** What a page says to those who look at it. @throws Unshowable */
  text(handle: number, number: number): string {
    return this.read(handle, number).text;
  }

  /** The same, with what was left out. @throws Unshowable */
  read(handle: number, number: number): PageText {
    const size = this.imageSize(handle, number);
    const hasMore = this.#onPage(handle, number, (page) =>
      hasAnnotationsToRead(this.#module, page),
    );
    const read = hasMore ? this.documents.readCopyOf(handle, number) : { handle, added: null };
    return this.#onPage(read.handle, number, (page) =>
      readPage(this.#module, page, size, read.added),
    );
  }

  /** The module's memory as it is now: growing replaces it. */
  #heap(): Uint8Array {
    return (this.#module.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
  }
}
