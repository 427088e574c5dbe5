import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import type { MarkingFault, PageSize } from "./jobs.ts";

/** Width of a page image in pixels, and how many it may have in all. */
const WIDTH = 1240;
const MAX_PIXELS = 4_500_000;
const MAX_SIDE = 5_000;
/** Documents that a worker holds open, by how many and by their bytes. */
const OPEN_DOCUMENTS = 2;
const WITH_ANNOTATIONS = 0x01;
const RGBA_ORDER = 0x10;
const PASSWORD_WANTED = 4;
const BGRA = 4;

export class Unshowable extends Error {
  readonly fault: MarkingFault;

  constructor(fault: MarkingFault) {
    super(fault);
    this.fault = fault;
  }
}

interface OpenPdf {
  handle: number;
  memory: number;
}

/** PDFium, compiled to WebAssembly, with the few documents that were asked for last. */
export class Pdfium {
  readonly #module: WrappedPdfiumModule;
  readonly #open = new Map<string, OpenPdf>();

  private constructor(module: WrappedPdfiumModule) {
    this.#module = module;
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

  /** Opens a document, or finds it open. @throws Unshowable: `bytes` when it is not held and none came */
  open(key: string, bytes: Uint8Array | undefined): number {
    const known = this.#open.get(key);
    if (known !== undefined) {
      this.#open.delete(key);
      this.#open.set(key, known);
      return known.handle;
    }
    if (bytes === undefined) throw new Unshowable("bytes");
    for (const [oldest] of this.#open) if (this.#open.size >= OPEN_DOCUMENTS) this.#close(oldest);
    const { pdfium } = this.#module;
    const memory = pdfium.wasmExports.malloc(bytes.length);
    if (memory === 0) throw new Unshowable("too-large");
    this.#heap().set(bytes, memory);
    const handle = this.#module.FPDF_LoadMemDocument(memory, bytes.length, "");
    if (handle === 0) {
      const fault = this.#module.FPDF_GetLastError() === PASSWORD_WANTED ? "encrypted" : "damaged";
      pdfium.wasmExports.free(memory);
      throw new Unshowable(fault);
    }
    this.#open.set(key, { handle, memory });
    return handle;
  }

  pageCount(handle: number): number {
    return this.#module.FPDF_GetPageCount(handle);
  }

  /** How large a page's image is, and what stands on it. @throws Unshowable */
  outline(handle: number, number: number): PageSize & { text: string } {
    return this.#onPage(handle, number, (page) => ({
      ...this.#imageSize(page),
      text: this.#text(page),
    }));
  }

  /** A page as opaque RGBA pixels. @throws Unshowable */
  render(handle: number, number: number): PageSize & { pixels: Uint8Array } {
    const module = this.#module;
    return this.#onPage(handle, number, (page) => {
      const { width, height } = this.#imageSize(page);
      const bitmap = module.FPDFBitmap_CreateEx(width, height, BGRA, 0, 0);
      if (bitmap === 0) throw new Unshowable("too-large");
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
      return work(page);
    } finally {
      this.#module.FPDF_ClosePage(page);
    }
  }

  #imageSize(page: number): PageSize {
    const [w, h] = [
      Math.max(1, this.#module.FPDF_GetPageWidthF(page)),
      Math.max(1, this.#module.FPDF_GetPageHeightF(page)),
    ];
    const scale = Math.min(WIDTH / w, Math.sqrt(MAX_PIXELS / (w * h)), MAX_SIDE / h);
    return {
      width: Math.max(1, Math.round(w * scale)),
      height: Math.max(1, Math.round(h * scale)),
    };
  }

  #text(page: number): string {
    const { pdfium } = this.#module;
    const text = this.#module.FPDFText_LoadPage(page);
    if (text === 0) return "";
    const count = Math.min(this.#module.FPDFText_CountChars(text), 50_000);
    const memory = pdfium.wasmExports.malloc((count + 1) * 2);
    try {
      const written = count === 0 ? 0 : this.#module.FPDFText_GetText(text, 0, count, memory);
      const bytes = Buffer.from(this.#heap().slice(memory, memory + Math.max(0, written - 1) * 2));
      return bytes
        .toString("utf16le")
        .replace(/\r\n?/g, "\n")
        .replace(/[^\P{Cc}\n\t]/gu, "")
        .replace(/\ufffe/g, "-")
        .trim();
    } finally {
      pdfium.wasmExports.free(memory);
      this.#module.FPDFText_ClosePage(text);
    }
  }

  /** The module's memory as it is now: growing replaces it. */
  #heap(): Uint8Array {
    return (this.#module.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
  }

  #close(key: string): void {
    const known = this.#open.get(key);
    if (known === undefined) return;
    this.#module.FPDF_CloseDocument(known.handle);
    this.#module.pdfium.wasmExports.free(known.memory);
    this.#open.delete(key);
  }
}
