import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import { closeForm, openForm, type OpenForm } from "./pdfium-form.ts";
import { Unshowable } from "./unshowable.ts";

/** Documents of the engine that are open for some work alone. */
export class PassingDocuments {
  readonly #module: WrappedPdfiumModule;
  readonly #forms = new Map<number, OpenForm | null>();

  constructor(module: WrappedPdfiumModule) {
    this.#module = module;
  }

  /** The form of such a document; null where it has none. */
  form(handle: number): OpenForm | null {
    return this.#forms.get(handle) ?? null;
  }

  /**
   * Opens the document that lies in the module's memory, for as long as some work takes.
   * @throws Unshowable: `damaged` when it can't be opened; what `work` throws
   */
  during<T>(at: number, length: number, work: (handle: number) => T): T {
    const module = this.#module;
    const handle = module.FPDF_LoadMemDocument(at, length, "");
    if (handle === 0) throw new Unshowable("damaged");
    const form = openForm(module, handle);
    this.#forms.set(handle, form);
    try {
      return work(handle);
    } finally {
      this.#forms.delete(handle);
      closeForm(module, form);
      module.FPDF_CloseDocument(handle);
    }
  }

  /** Opens a document for as long as some work takes. @throws Unshowable; what `work` throws */
  withBytes<T>(bytes: Uint8Array, work: (handle: number) => T): T {
    const { pdfium } = this.#module;
    const { malloc, free } = pdfium.wasmExports;
    const memory = malloc(bytes.length);
    if (memory === 0) throw new Unshowable("too-complex");
    (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8.set(bytes, memory);
    try {
      return this.during(memory, bytes.length, work);
    } finally {
      free(memory);
    }
  }
}
