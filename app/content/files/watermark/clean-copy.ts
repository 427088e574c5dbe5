import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import { isOnScreen, keepAnnotations } from "./pdfium-annotations.ts";
import { onFormPage, type OpenForm } from "./pdfium-form.ts";
import { Unshowable } from "./unshowable.ts";

/**
 * A clean copy by the engine that shows a file, for programs that understand less:
 * - `opened`: the same document without its protection; its forms, links and outline stay
 * - `rebuilt`: its pages alone, in a new document with a new page tree. Fields become part of their
 *   page, links stay where there are none; outline, attachments and tags are gone
 * - `flat`: the same, and all that lies over a page becomes part of it
 */
export type CopyKind = "opened" | "rebuilt" | "flat";

const NOT_INCREMENTAL = 2;
const REMOVE_SECURITY = 3;
const AS_SHOWN = 0;
/** A struct with its version and the function that takes what is written. */
const WRITER_BYTES = 8;
const WRITER_VERSION = 1;
const PIECE_BYTES = 512 * 1024;

/** @returns the copy in pieces, so that no second one is made of them @throws Unshowable */
export function copyOf(
  module: WrappedPdfiumModule,
  document: number,
  form: OpenForm | null,
  kind: CopyKind,
): Uint8Array[] {
  if (kind === "opened") return written(module, document, REMOVE_SECURITY);
  if (form !== null || kind === "flat") flatten(module, document, form);
  const rebuilt = module.FPDF_CreateNewDocument();
  if (rebuilt === 0) throw new Unshowable("too-complex");
  try {
    // No range of pages: all of them.
    if (!module.FPDF_ImportPages(rebuilt, document, "", 0)) throw new Unshowable("damaged");
    return written(module, rebuilt, NOT_INCREMENTAL);
  } finally {
    module.FPDF_CloseDocument(rebuilt);
  }
}

/** Makes what fields and notes show a part of their pages: in a new document there is no form. */
function flatten(module: WrappedPdfiumModule, document: number, form: OpenForm | null): void {
  const count = module.FPDF_GetPageCount(document);
  for (let number = 0; number < count; number += 1) {
    const page = module.FPDF_LoadPage(document, number);
    if (page === 0) throw new Unshowable("damaged");
    try {
      onFormPage(module, form, page, () => {
        keepAnnotations(module, page, (annotation) => isOnScreen(module, annotation));
        module.FPDFPage_Flatten(page, AS_SHOWN);
      });
    } finally {
      module.FPDF_ClosePage(page);
    }
  }
}

/** What the engine writes, piece by piece, so that its own memory never holds the whole. */
function written(module: WrappedPdfiumModule, document: number, flags: number): Uint8Array[] {
  const { pdfium } = module;
  const heap = () => (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
  const pieces: Uint8Array[] = [];
  let room = new Uint8Array(0);
  const write = pdfium.addFunction((_writer: number, from: number, size: number) => {
    // Most of what comes is a few bytes; each by itself would take many times as many.
    for (let at = from; at < from + size;) {
      if (room.length === 0) pieces.push((room = new Uint8Array(PIECE_BYTES)));
      const part = heap().subarray(at, Math.min(from + size, at + room.length));
      room.set(part);
      room = room.subarray(part.length);
      at += part.length;
    }
    return 1;
  }, "iiii");
  const writer = pdfium.wasmExports.malloc(WRITER_BYTES);
  try {
    const fields = new DataView(heap().buffer, writer, WRITER_BYTES);
    fields.setInt32(0, WRITER_VERSION, true);
    fields.setUint32(4, write, true);
    if (!module.FPDF_SaveAsCopy(document, writer, flags)) throw new Unshowable("damaged");
    const last = pieces.pop();
    return last === undefined ? [] : [...pieces, last.subarray(0, PIECE_BYTES - room.length)];
  } finally {
    pdfium.wasmExports.free(writer);
    pdfium.removeFunction(write);
  }
}
