import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import type { PageText } from "../texts/pdf/page-text.ts";
import { readPage } from "../texts/pdf/read-page.ts";
import { copyOf, type CopyKind } from "./clean-copy.ts";
import type { PageSize, PdfNote } from "./jobs.ts";
import {
  closeForm,
  drawForm,
  isDrawnByAdobe,
  onFormPage,
  openForm,
  type OpenForm,
} from "./pdfium-form.ts";
import { PassingDocuments } from "./pdfium-passing.ts";
import { sizeForScans } from "./pdfium-scans.ts";
import { hasAnnotationsToRead, ReadCopy } from "./pdfium-annotations.ts";
import { MAX_UNITS, Unshowable } from "./unshowable.ts";

/** Width of a page image in pixels, and how many it may have in all. */
const WIDTH = 1240;
const MAX_PIXELS = 4_500_000;
const MAX_SIDE = 5_000;
/** Pages whose sizes are compared. */
const PAGES_MEASURED = 1_000;
/** Pages of a document that is marked. */
const MAX_PAGES = 20_000;
/** Documents that a process holds open. */
const OPEN_DOCUMENTS = 2;
const WITH_ANNOTATIONS = 0x01;
const RGBA_ORDER = 0x10;
/** The document asks for a password, or is protected in a way that the engine can't undo. */
const PROTECTED: ReadonlySet<number> = new Set([4, 5]);
const BGRA = 4;

interface OpenPdf {
  handle: number;
  memory: number;
  size: number;
  /** What is free behind the file's bytes. */
  room: number;
  form: OpenForm | null;
}

/** PDFium, compiled to WebAssembly, with the few documents that were asked for last. */
export class Pdfium {
  readonly #module: WrappedPdfiumModule;
  readonly #open = new Map<string, OpenPdf>();
  readonly #passing: PassingDocuments;
  /** Of the document whose text was read last. */
  #readCopy: ReadCopy | null = null;

  private constructor(module: WrappedPdfiumModule) {
    this.#module = module;
    this.#passing = new PassingDocuments(module);
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

  /**
   * Opens a document whose bytes `fill` writes straight into the module's memory, in place of the
   * one that was asked for longest ago.
   * @param room is kept free behind them, for what is added to the file
   * @throws Unshowable; what `fill` throws
   */
  async take(
    key: string,
    size: number,
    fill: (write: (offset: number, piece: Uint8Array) => void) => Promise<void>,
    room = 0,
  ): Promise<void> {
    this.close(key);
    for (const [oldest] of this.#open) if (this.#open.size >= OPEN_DOCUMENTS) this.close(oldest);
    const { pdfium } = this.#module;
    const memory = pdfium.wasmExports.malloc(size + room);
    // What is not taken is read all the same, so that the next job is found behind it.
    await fill((offset, piece) => {
      if (memory !== 0) this.#heap().set(piece, memory + offset);
    });
    if (memory === 0) throw new Unshowable("too-complex");
    const handle = this.#module.FPDF_LoadMemDocument(memory, size, "");
    if (handle === 0) {
      const fault = PROTECTED.has(this.#module.FPDF_GetLastError()) ? "encrypted" : "damaged";
      pdfium.wasmExports.free(memory);
      throw new Unshowable(fault);
    }
    const form = openForm(this.#module, handle);
    this.#open.set(key, { handle, memory, size, room, form });
  }

  /**
   * A document that is held open anew, as this engine understands it.
   * @throws Unshowable
   */
  cleanCopy(key: string, kind: CopyKind): Uint8Array[] {
    const handle = this.held(key);
    return copyOf(this.#module, handle, this.#form(handle), kind);
  }

  /** A document that is held open. @throws Unshowable: `bytes` when it is not */
  held(key: string): number {
    const known = this.#open.get(key);
    if (known === undefined) throw new Unshowable("bytes");
    this.#open.delete(key);
    this.#open.set(key, known);
    return known.handle;
  }

  pageCount(handle: number): number {
    return this.#module.FPDF_GetPageCount(handle);
  }

  /** What its pages don't show. */
  notes(handle: number): PdfNote[] {
    const notes: PdfNote[] = [];
    if (isDrawnByAdobe(this.#module, handle)) notes.push("xfa");
    if (this.#module.FPDFDoc_GetAttachmentCount(handle) > 0) notes.push("attachments");
    return notes;
  }

  /**
   * The bytes of a document that is held open, until the module is called again. @throws Unshowable:
   * `bytes`
   */
  bytes(key: string): Uint8Array {
    this.held(key);
    const { memory = 0, size = 0 } = this.#open.get(key) ?? {};
    return this.#heap().subarray(memory, memory + size);
  }

  /**
   * Opens a document that is held open once more, with an update behind its bytes.
   * @param head where the document begins among its bytes
   * @param work is given it, and what gives its bytes, which are good until the module is called
   *   again
   * @throws Unshowable: `damaged` when it can't be opened; what `work` throws
   */
  withUpdate<T>(
    key: string,
    head: number,
    update: Uint8Array,
    work: (handle: number, bytes: () => Uint8Array) => T,
  ): T {
    const held = this.#open.get(key);
    if (held === undefined) throw new Unshowable("bytes");
    const { malloc, free } = this.#module.pdfium.wasmExports;
    const isBeside = update.length > held.room;
    const length = held.size - head + update.length;
    const at = isBeside ? malloc(length) : held.memory + head;
    if (at === 0) throw new Unshowable("too-complex");
    if (isBeside) this.#heap().copyWithin(at, held.memory + head, held.memory + held.size);
    this.#heap().set(update, at + held.size - head);
    const there = () => this.#heap().subarray(at, at + length);
    try {
      return this.#passing.during(at, length, (handle) =>
        work(handle, () => (isBeside ? there().slice() : there())),
      );
    } finally {
      if (isBeside) free(at);
    }
  }

  /** Opens a small document for as long as some work takes. @throws Unshowable; what it throws */
  withPdf<T>(bytes: Uint8Array, work: (handle: number) => T): T {
    return this.#passing.withBytes(bytes, work);
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
   * A page as opaque RGBA pixels. @param size of the image, else what suits a page @throws
   * Unshowable
   */
  render(handle: number, number: number, size?: PageSize): PageSize & { pixels: Uint8Array } {
    const module = this.#module;
    // What is drawn gets the memory that reading took.
    this.#endReading();
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
          WITH_ANNOTATIONS | RGBA_ORDER,
        );
        drawForm(module, this.#form(handle), { bitmap, page, width, height }, RGBA_ORDER);
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
      return onFormPage(this.#module, this.#form(handle), page, () => work(page));
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
    return this.#onReadPage(handle, number, (page) => readPage(this.#module, page, size));
  }

  /** Does something with a page of which what fields and notes show is a part. */
  #onReadPage<T>(handle: number, number: number, work: (page: number) => T): T {
    const hasMore = this.#onPage(handle, number, (page) =>
      hasAnnotationsToRead(this.#module, page),
    );
    const known = [...this.#open.values()].find((open) => open.handle === handle);
    if (!hasMore || known === undefined) return this.#onPage(handle, number, work);
    if (this.#readCopy?.of !== handle) this.#endReading();
    this.#readCopy ??= ReadCopy.open(this.#module, known);
    return this.#onPage(this.#readCopy?.handleFor(number) ?? handle, number, work);
  }

  #endReading(): void {
    this.#readCopy?.close();
    this.#readCopy = null;
  }

  #form(handle: number): OpenForm | null {
    for (const open of this.#open.values()) if (open.handle === handle) return open.form;
    return this.#passing.form(handle);
  }

  /** The module's memory as it is now: growing replaces it. */
  #heap(): Uint8Array {
    return (this.#module.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
  }

  /** Holds a document open no longer. */
  close(key: string): void {
    const known = this.#open.get(key);
    if (known === undefined) return;
    if (this.#readCopy?.of === known.handle) this.#endReading();
    closeForm(this.#module, known.form);
    this.#module.FPDF_CloseDocument(known.handle);
    this.#module.pdfium.wasmExports.free(known.memory);
    this.#open.delete(key);
  }
}
