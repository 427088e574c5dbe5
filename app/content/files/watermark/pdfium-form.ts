import type { WrappedPdfiumModule } from "@embedpdf/pdfium";

/**
 * What PDFium draws with its form module alone: fields and what they hold, ticks, lists, buttons,
 * the stamps of signatures. Nothing of it is run: no script, no action of a document, page or
 * field, and no XFA.
 */
export interface OpenForm {
  handle: number;
  info: number;
}

/** What `FPDF_GetFormType` answers. */
const NO_FORM = 0;
const XFA_ALONE = 2;
const XFA_TOO = 3;
const WIDGET = 20;
/** Pages that are looked at for fields. */
const PAGES_LOOKED_AT = 20;

/** The form of an open document; null where it has none. */
export function openForm(module: WrappedPdfiumModule, document: number): OpenForm | null {
  if (module.FPDF_GetFormType(document) === NO_FORM) return null;
  const info = module.PDFiumExt_OpenFormFillInfo();
  const handle = module.PDFiumExt_InitFormFillEnvironment(document, info);
  if (handle === 0) {
    module.PDFiumExt_CloseFormFillInfo(info);
    return null;
  }
  // A field is shown as it prints, not colored as one that waits to be filled in.
  module.FPDF_SetFormFieldHighlightAlpha(handle, 0);
  return { handle, info };
}

/** Before its document is closed. */
export function closeForm(module: WrappedPdfiumModule, form: OpenForm | null): void {
  if (form === null) return;
  module.PDFiumExt_ExitFormFillEnvironment(form.handle);
  module.PDFiumExt_CloseFormFillInfo(form.info);
}

/** Does something with an open page while its fields are there, too. */
export function onFormPage<T>(
  module: WrappedPdfiumModule,
  form: OpenForm | null,
  page: number,
  work: () => T,
): T {
  if (form === null) return work();
  module.FORM_OnAfterLoadPage(page, form.handle);
  try {
    return work();
  } finally {
    module.FORM_OnBeforeClosePage(page, form.handle);
  }
}

/** Draws a page's fields over the page. */
export function drawForm(
  module: WrappedPdfiumModule,
  form: OpenForm | null,
  { bitmap, page, width, height }: { bitmap: number; page: number; width: number; height: number },
  flags: number,
): void {
  if (form === null) return;
  module.FPDF_FFLDraw(form.handle, bitmap, page, 0, 0, width, height, 0, flags);
}

/**
 * Whether a document is an XFA form whose pages are a placeholder: it says so, or it has such a
 * form and no field on its pages.
 */
export function isDrawnByAdobe(module: WrappedPdfiumModule, document: number): boolean {
  const type = module.FPDF_GetFormType(document);
  if (type !== XFA_TOO) return type === XFA_ALONE;
  const count = Math.min(module.FPDF_GetPageCount(document), PAGES_LOOKED_AT);
  for (let number = 0; number < count; number += 1)
    if (hasField(module, document, number)) return false;
  return true;
}

function hasField(module: WrappedPdfiumModule, document: number, number: number): boolean {
  const page = module.FPDF_LoadPage(document, number);
  if (page === 0) return false;
  try {
    const count = module.FPDFPage_GetAnnotCount(page);
    for (let place = 0; place < count; place += 1) {
      const annotation = module.FPDFPage_GetAnnot(page, place);
      const subtype = module.FPDFAnnot_GetSubtype(annotation);
      module.FPDFPage_CloseAnnot(annotation);
      if (subtype === WIDGET) return true;
    }
    return false;
  } finally {
    module.FPDF_ClosePage(page);
  }
}
