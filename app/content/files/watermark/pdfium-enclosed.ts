import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import { copyOf } from "./clean-copy.ts";
import { PdfFile } from "./pdf-file.ts";
import { pagesOf } from "./pdf-pages.ts";
import { BrokenPdf, type PdfDictionary } from "./pdf-syntax.ts";
import { Unshowable } from "./unshowable.ts";

/** Kinds of annotations (ISO 32000-1, 12.5.6) that hold more than their pages show. */
const FILE_ATTACHMENT = 17;
/** Sound, Movie, Screen, 3D, RichMedia. */
const MEDIA: ReadonlySet<number> = new Set([18, 19, 21, 25, 26]);
/** Annotations of a file that are looked at. */
const MOST_ANNOTATIONS = 200_000;
/** A larger file is not written anew to be read. */
const MAX_ANEW_BYTES = 24 * 1024 * 1024;

/** What is in a file beside its pages. */
export interface Enclosed {
  hasFiles: boolean;
  hasMedia: boolean;
}

/**
 * Looks for what a file encloses: files in its own list, behind a pin on a page, as parts of a
 * portfolio, or beside the file or a page as what belongs to it (`/AF`); and sound, video and models.
 * @param bytes of the file
 */
export function enclosedIn(
  module: WrappedPdfiumModule,
  document: number,
  bytes: () => Uint8Array,
): Enclosed {
  const kinds = annotationKinds(module, document);
  const hasFiles =
    module.FPDFDoc_GetAttachmentCount(document) > 0 ||
    kinds.has(FILE_ATTACHMENT) ||
    hasAssociated(module, document, bytes);
  return { hasFiles, hasMedia: [...MEDIA].some((kind) => kinds.has(kind)) };
}

function annotationKinds(module: WrappedPdfiumModule, document: number): Set<number> {
  const kinds = new Set<number>();
  const pages = module.FPDF_GetPageCount(document);
  let left = MOST_ANNOTATIONS;
  for (let page = 0; page < pages && left > 0; page += 1) {
    const count = Math.min(left, module.EPDFPage_GetAnnotCountRaw(document, page));
    left -= count;
    for (let place = 0; place < count; place += 1) {
      const annotation = module.EPDFPage_GetAnnotRaw(document, page, place);
      if (annotation === 0) continue;
      kinds.add(module.FPDFAnnot_GetSubtype(annotation));
      module.FPDFPage_CloseAnnot(annotation);
    }
  }
  return kinds;
}

/** What the engine has no question for: the file's own dictionaries say it. */
function hasAssociated(
  module: WrappedPdfiumModule,
  document: number,
  bytes: () => Uint8Array,
): boolean {
  const file = readable(module, document, bytes);
  if (file === null) return false;
  try {
    const root = file.dictionary(file.trailer.get("Root"));
    if (root === null) return false;
    const has = (entries: PdfDictionary) => (file.array(entries.get("AF")) ?? []).length > 0;
    const isPortfolio = file.dictionary(root.get("Collection")) !== null;
    return isPortfolio || has(root) || pagesOf(file).some(({ entries }) => has(entries));
  } catch (error) {
    if (error instanceof BrokenPdf) return false;
    throw error;
  }
}

/** The file, or the engine's copy of one that is protected or broken; null where there is none. */
function readable(
  module: WrappedPdfiumModule,
  document: number,
  bytes: () => Uint8Array,
): PdfFile | null {
  try {
    const file = new PdfFile(bytes());
    if (!file.trailer.has("Encrypt") && file.dictionary(file.trailer.get("Root")) !== null)
      return file;
  } catch (error) {
    if (!(error instanceof BrokenPdf)) throw error;
  }
  if (bytes().length > MAX_ANEW_BYTES) return null;
  try {
    return new PdfFile(Buffer.concat(copyOf(module, document, null, "opened")));
  } catch (error) {
    if (error instanceof BrokenPdf || error instanceof Unshowable) return null;
    throw error;
  }
}
