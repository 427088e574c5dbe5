import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import { onFormPage, openForm, closeForm, type OpenForm } from "./pdfium-form.ts";

/** Kinds of annotations (ISO 32000-1, 12.5.6) that say nothing on the page itself. */
const LINK = 2;
const POPUP = 16;
const WIDGET = 20;
/** Of a page; one that has more is read without any. */
const MOST_ANNOTATIONS = 5_000;
const NOT_SHOWN = 1 | 2 | 32;
const NO_FIELD = -1;
const AS_SHOWN = 0;

/** What fields and notes added to a page. */
export interface AddedText {
  /** It comes behind so many objects of the page's own. */
  behind: number;
  /**
   * Whether what a field or note says is given out, and does not just cover what lies below it: what
   * a layer can turn off is not.
   * @param place among all of the page
   * @param count of all of them
   */
  isSaid: (place: number, count: number) => boolean;
}

/** A document whose page can be read, and what was added to that; null where nothing was. */
export interface ReadablePage {
  handle: number;
  added: AddedText | null;
}

/**
 * A document once more, to be read: there, what fields and notes show becomes a part of their
 * page's text. What is drawn comes from the other one, which stays as it is.
 */
export class ReadCopy {
  readonly of: number;
  readonly #module: WrappedPdfiumModule;
  readonly #handle: number;
  readonly #form: OpenForm | null;
  readonly #flat = new Map<number, AddedText>();

  private constructor(module: WrappedPdfiumModule, of: number, handle: number) {
    this.of = of;
    this.#module = module;
    this.#handle = handle;
    this.#form = openForm(module, handle);
  }

  /** @returns null where it can't be opened a second time */
  static open(
    module: WrappedPdfiumModule,
    { handle, memory, size }: { handle: number; memory: number; size: number },
  ): ReadCopy | null {
    const second = module.FPDF_LoadMemDocument(memory, size, "");
    return second === 0 ? null : new ReadCopy(module, handle, second);
  }

  /** @param number of a page, from 1 @returns a document whose page can be read */
  pageFor(number: number): ReadablePage {
    const added = this.#flat.get(number) ?? this.#flatten(number);
    this.#flat.set(number, added);
    return { handle: this.#handle, added };
  }

  close(): void {
    closeForm(this.#module, this.#form);
    this.#module.FPDF_CloseDocument(this.#handle);
  }

  #flatten(number: number): AddedText {
    const module = this.#module;
    const page = module.FPDF_LoadPage(this.#handle, number - 1);
    if (page === 0) return { behind: 0, isSaid: () => false };
    try {
      const behind = module.FPDFPage_CountObjects(page);
      // Fields without a look of their own get one as their page is opened.
      onFormPage(module, this.#form, page, () => undefined);
      const isSaid: boolean[] = [];
      keepAnnotations(module, page, (annotation) => {
        const isKept = this.#isShown(annotation);
        if (isKept && module.FPDFAnnot_HasKey(annotation, "AP"))
          // They are gone through from the last to the first.
          isSaid.unshift(!module.FPDFAnnot_HasKey(annotation, "OC"));
        return isKept;
      });
      module.FPDFPage_Flatten(page, AS_SHOWN);
      const areAllSaid = !isSaid.includes(false);
      return {
        behind,
        isSaid: (place, count) => areAllSaid || (count === isSaid.length && isSaid[place] === true),
      };
    } finally {
      module.FPDF_ClosePage(page);
    }
  }

  /** Whether the page's image has it. */
  #isShown(annotation: number): boolean {
    const module = this.#module;
    if (!isOnScreen(module, annotation)) return false;
    if (module.FPDFAnnot_GetSubtype(annotation) !== WIDGET) return true;
    if (this.#form === null) return false;
    return module.FPDFAnnot_GetFormFieldType(this.#form.handle, annotation) !== NO_FIELD;
  }
}

/** Whether an annotation says of itself that it is seen on the screen. */
export function isOnScreen(module: WrappedPdfiumModule, annotation: number): boolean {
  return (module.FPDFAnnot_GetFlags(annotation) & NOT_SHOWN) === 0;
}

/** Takes the annotations off a page that are not to be kept. */
export function keepAnnotations(
  module: WrappedPdfiumModule,
  page: number,
  isKept: (annotation: number) => boolean,
): void {
  for (let place = module.FPDFPage_GetAnnotCount(page) - 1; place >= 0; place -= 1) {
    const annotation = module.FPDFPage_GetAnnot(page, place);
    const stays = isKept(annotation);
    module.FPDFPage_CloseAnnot(annotation);
    if (!stays) module.FPDFPage_RemoveAnnot(page, place);
  }
}

/** Whether a page has annotations that may say something: fields, notes, stamps. */
export function hasAnnotationsToRead(module: WrappedPdfiumModule, page: number): boolean {
  const count = module.FPDFPage_GetAnnotCount(page);
  if (count > MOST_ANNOTATIONS) return false;
  for (let place = 0; place < count; place += 1) {
    const annotation = module.FPDFPage_GetAnnot(page, place);
    const subtype = module.FPDFAnnot_GetSubtype(annotation);
    module.FPDFPage_CloseAnnot(annotation);
    if (subtype !== LINK && subtype !== POPUP) return true;
  }
  return false;
}
