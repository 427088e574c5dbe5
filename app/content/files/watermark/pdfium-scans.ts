import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import type { PageSize } from "./jobs.ts";
import { jpeg2000Head, type Jpeg2000Head } from "./jpeg2000-head.ts";
import { Unshowable } from "./unshowable.ts";

/*
 * PDFium unpacks a picture in JPEG 2000 whole, at the largest half, quarter and so on that is not
 * smaller than it is drawn: one just short of twice as wide as its image takes four times what it
 * needs. Where that is more memory than a page has, the page's image is made a little smaller, so
 * that the next half is taken.
 */

/** What the pictures of a page may take while they are unpacked. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Four bytes a sample while it is unpacked, and one once it is. */
const SAMPLE_BYTES = 5;
/** A page's image is not made smaller than this. */
const LEAST_WIDTH = 600;
const IMAGE = 3;
const FORM = 5;
const DEEPEST = 4;
/** Objects of a page that are looked at. */
const MOST_OBJECTS = 20_000;
const MATRIX_BYTES = 24;
const NAME_BYTES = 32;

type Matrix = readonly [number, number, number, number, number, number];
const SAME: Matrix = [1, 0, 0, 1, 0, 0];

/** A picture in JPEG 2000, and how large it lies on its page, in the page's units as it is shown. */
interface Scan extends Jpeg2000Head {
  object: number;
  shown: PageSize;
}

/**
 * How large a page's image is, so that its pictures in JPEG 2000 have the memory that they take.
 * @param wanted its size without them
 * @param units the page's own, as it is shown
 * @throws Unshowable where they would take too much at any size
 */
export function sizeForScans(
  module: WrappedPdfiumModule,
  page: number,
  wanted: PageSize,
  units: PageSize,
): PageSize {
  const scans = scansOf(module, page);
  let size = wanted;
  for (;;) {
    const scale = size.width / units.width;
    const costs = scans.map((scan) => ({ scan, ...costOf(scan, scale) }));
    if (costs.reduce((sum, { bytes }) => sum + bytes, 0) <= MOST_BYTES) {
      for (const { scan, skipped } of costs)
        if (skipped > scan.levels) unpackWhole(module, page, scan);
      return size;
    }
    const largest = costs.reduce((one, other) => (other.bytes > one.bytes ? other : one));
    const parts = 2 ** (largest.skipped + 1);
    const { width, height } = largest.scan.shown;
    // Its place on the image is rounded outwards on both sides.
    const next = Math.min(
      (largest.scan.width / parts - 2) / width,
      (largest.scan.height / parts - 2) / height,
    );
    size = {
      width: Math.floor(next * units.width),
      height: Math.max(1, Math.round(next * units.height)),
    };
    if (!(size.width >= LEAST_WIDTH) || largest.skipped >= largest.scan.levels)
      throw new Unshowable("too-complex");
  }
}

function costOf(
  { width, height, components, shown }: Scan,
  scale: number,
): { bytes: number; skipped: number } {
  const ratio = Math.min(
    width / Math.max(1, Math.ceil(shown.width * scale)),
    height / Math.max(1, Math.ceil(shown.height * scale)),
  );
  const skipped = Math.floor(Math.log2(Math.max(1, ratio)));
  return { skipped, bytes: ((width * height) / 4 ** skipped) * components * SAMPLE_BYTES };
}

/**
 * Puts the unpacked picture in the place of one that has no half: PDFium would leave its place
 * empty where it is drawn small. @throws Unshowable
 */
function unpackWhole(module: WrappedPdfiumModule, page: number, scan: Scan): void {
  if (scan.width * scan.height * scan.components * SAMPLE_BYTES > MOST_BYTES)
    throw new Unshowable("too-complex");
  const bitmap = module.FPDFImageObj_GetBitmap(scan.object);
  if (bitmap === 0) throw new Unshowable("damaged");
  const pages = module.pdfium.wasmExports.malloc(4);
  try {
    view(module, pages, 4).setUint32(0, page, true);
    if (!module.FPDFImageObj_SetBitmap(pages, 1, scan.object, bitmap))
      throw new Unshowable("damaged");
  } finally {
    module.pdfium.wasmExports.free(pages);
    module.FPDFBitmap_Destroy(bitmap);
  }
}

function scansOf(module: WrappedPdfiumModule, page: number): Scan[] {
  const isTurned = module.FPDFPage_GetRotation(page) % 2 === 1;
  const memory = module.pdfium.wasmExports.malloc(MATRIX_BYTES);
  const scans: Scan[] = [];
  let looked = 0;
  try {
    for (const { object, matrix } of objectsOf(module, page, memory)) {
      if ((looked += 1) > MOST_OBJECTS) break;
      const head = isJpeg2000(module, object) ? headOf(module, object) : null;
      if (head === null) continue;
      const [a, b, c, d] = matrix;
      const [width, height] = [Math.abs(a) + Math.abs(c), Math.abs(b) + Math.abs(d)];
      const shown = isTurned ? { width: height, height: width } : { width, height };
      scans.push({ ...head, object, shown });
    }
  } finally {
    module.pdfium.wasmExports.free(memory);
  }
  return scans;
}

interface Placed {
  object: number;
  matrix: Matrix;
}

/** The objects of a page, and those of the forms among them, each with its place on the page. */
function* objectsOf(module: WrappedPdfiumModule, page: number, memory: number): Generator<Placed> {
  const count = module.FPDFPage_CountObjects(page);
  for (let place = 0; place < count; place += 1) {
    const object = module.FPDFPage_GetObject(page, place);
    yield* withInner(module, { object, matrix: SAME }, memory, 0);
  }
}

/** @param outer an object, and the place of what it lies in */
function* withInner(
  module: WrappedPdfiumModule,
  { object, matrix: outer }: Placed,
  memory: number,
  depth: number,
): Generator<Placed> {
  const type = module.FPDFPageObj_GetType(object);
  const hasPlace = type === IMAGE || type === FORM;
  const matrix = hasPlace ? within(matrixOf(module, object, memory), outer) : outer;
  yield { object, matrix };
  const count = type === FORM && depth < DEEPEST ? module.FPDFFormObj_CountObjects(object) : 0;
  for (let place = 0; place < count; place += 1) {
    const inner = module.FPDFFormObj_GetObject(object, place);
    yield* withInner(module, { object: inner, matrix }, memory, depth + 1);
  }
}

/** Whether the last step that unpacks a picture is JPEG 2000. */
function isJpeg2000(module: WrappedPdfiumModule, object: number): boolean {
  if (module.FPDFPageObj_GetType(object) !== IMAGE) return false;
  const last = module.FPDFImageObj_GetImageFilterCount(object) - 1;
  if (last < 0) return false;
  const memory = module.pdfium.wasmExports.malloc(NAME_BYTES);
  try {
    module.FPDFImageObj_GetImageFilter(object, last, memory, NAME_BYTES);
    return module.pdfium.UTF8ToString(memory, NAME_BYTES) === "JPXDecode";
  } finally {
    module.pdfium.wasmExports.free(memory);
  }
}

function headOf(module: WrappedPdfiumModule, object: number): Jpeg2000Head | null {
  const size = module.FPDFImageObj_GetImageDataRaw(object, 0, 0);
  const memory = size === 0 ? 0 : module.pdfium.wasmExports.malloc(size);
  if (memory === 0) return null;
  try {
    module.FPDFImageObj_GetImageDataRaw(object, memory, size);
    return jpeg2000Head(heap(module).subarray(memory, memory + size));
  } finally {
    module.pdfium.wasmExports.free(memory);
  }
}

function matrixOf(module: WrappedPdfiumModule, object: number, memory: number): Matrix {
  if (!module.FPDFPageObj_GetMatrix(object, memory)) return SAME;
  const values = view(module, memory, MATRIX_BYTES);
  const at = (place: number) => values.getFloat32(place * 4, true);
  return [at(0), at(1), at(2), at(3), at(4), at(5)];
}

/** Both of two matrices, the inner one first. */
function within([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [
    a * A + b * C,
    a * B + b * D,
    c * A + d * C,
    c * B + d * D,
    e * A + f * C + E,
    e * B + f * D + F,
  ];
}

function heap({ pdfium }: WrappedPdfiumModule): Uint8Array {
  return (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
}

function view(module: WrappedPdfiumModule, at: number, size: number): DataView {
  return new DataView(heap(module).buffer, at, size);
}
