import type { WrappedPdfiumModule } from "@embedpdf/pdfium";

const TEXT = 1;
const FORM = 5;
const DEEPEST = 4;
/** Objects of a page that are looked at. */
const MOST_OBJECTS = 20_000;
const MATRIX_BYTES = 24;
const COLOR_BYTES = 16;
const REPLACED = "ActualText";
const WITHOUT_INK: ReadonlySet<number> = new Set([3, 7]);

/**
 * A text may be said once for several objects: a word that a line's end parts, a formula. The
 * engine gives it to the first of them, and none of the others has a character. Others of another
 * color give no room: white letters would make some for words that nobody sees.
 * @returns how wide the others are that are drawn for an object's text, in ems
 */
export function otherRoom(module: WrappedPdfiumModule, page: number): (object: number) => number {
  let rooms: Map<string, number> | null = null;
  return (object) => {
    rooms ??= roomsOf(module, page);
    const said = saidWith(module, object);
    return said === null ? 0 : (rooms.get(said) ?? 0) - widthOf(module, object);
  };
}

/** How wide all the objects of one color are together that a text is said for. */
function roomsOf(module: WrappedPdfiumModule, page: number): Map<string, number> {
  const rooms = new Map<string, number>();
  let left = MOST_OBJECTS;
  const visit = (object: number, depth: number) => {
    left -= 1;
    if (left < 0) return;
    const type = module.FPDFPageObj_GetType(object);
    if (type === TEXT && !WITHOUT_INK.has(module.FPDFTextObj_GetTextRenderMode(object))) {
      const said = saidWith(module, object);
      if (said !== null) rooms.set(said, (rooms.get(said) ?? 0) + widthOf(module, object));
    }
    if (type !== FORM || depth >= DEEPEST) return;
    const count = Math.min(module.FPDFFormObj_CountObjects(object), left);
    for (let place = 0; place < count; place += 1)
      visit(module.FPDFFormObj_GetObject(object, place), depth + 1);
  };
  const count = Math.min(module.FPDFPage_CountObjects(page), left);
  for (let place = 0; place < count; place += 1) visit(module.FPDFPage_GetObject(page, place), 0);
  return rooms;
}

/** What an object shares with the others that a text is said for; null where none replaces its own. */
function saidWith(module: WrappedPdfiumModule, object: number): string | null {
  const mark = markOf(module, object);
  return mark === 0 ? null : `${mark} ${colorOf(module, object).join(" ")}`;
}

/** Red, green, blue and how opaque, as an object is filled; none where it can't be told. */
function colorOf(module: WrappedPdfiumModule, object: number): number[] {
  const memory = module.pdfium.wasmExports.malloc(COLOR_BYTES);
  try {
    const isTold = module.FPDFPageObj_GetFillColor(
      object,
      memory,
      memory + 4,
      memory + 8,
      memory + 12,
    );
    const { HEAPU8 } = module.pdfium as unknown as { HEAPU8: Uint8Array };
    return isTold ? [0, 4, 8, 12].map((at) => HEAPU8[memory + at] ?? 0) : [];
  } finally {
    module.pdfium.wasmExports.free(memory);
  }
}

/** The mark that replaces an object's text, the innermost one; 0 where none does. */
function markOf(module: WrappedPdfiumModule, object: number): number {
  for (let place = module.FPDFPageObj_CountMarks(object) - 1; place >= 0; place -= 1) {
    const mark = module.FPDFPageObj_GetMark(object, place);
    if (module.FPDFPageObjMark_GetParamValueType(mark, REPLACED) !== 0) return mark;
  }
  return 0;
}

function widthOf(module: WrappedPdfiumModule, object: number): number {
  const memory = module.pdfium.wasmExports.malloc(MATRIX_BYTES);
  const values = (count: number) => {
    const { HEAPU8 } = module.pdfium as unknown as { HEAPU8: Uint8Array };
    const view = new DataView(HEAPU8.buffer, memory, MATRIX_BYTES);
    return Array.from({ length: count }, (_, place) => view.getFloat32(4 * place, true));
  };
  try {
    if (!module.FPDFPageObj_GetBounds(object, memory, memory + 4, memory + 8, memory + 12))
      return 0;
    const [left = 0, bottom = 0, right = 0, top = 0] = values(4);
    if (!module.FPDFPageObj_GetMatrix(object, memory)) return 0;
    const [a = 1, b = 0] = values(2);
    if (!module.FPDFTextObj_GetFontSize(object, memory)) return 0;
    const em = Math.abs(values(1)[0] ?? 0) * Math.hypot(a, b);
    return em === 0 ? 0 : Math.max(right - left, top - bottom) / em;
  } finally {
    module.pdfium.wasmExports.free(memory);
  }
}
