import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import type { AddedText } from "../../watermark/pdfium-annotations.ts";
import { Unshowable } from "../../watermark/unshowable.ts";
import type { Drawing } from "./ink.ts";
import { legibleGlyphs, type Glyph } from "./drawn-glyphs.ts";
import { PageCharacters } from "./page-characters.ts";
import { withFieldsInPlace } from "./placed-fields.ts";
import { textOfCharacters, type PageText } from "./page-text.ts";
import { otherRoom } from "./replaced-text.ts";
import { seenCharacters, type Draw } from "./seen-characters.ts";

/** Pixels of a drawing that texts are looked for on: enough for the smallest print that is read. */
const MOST_PIXELS = 600_000;
const WITH_ANNOTATIONS = 0x01;
const BGRX = 3;
const TEXT = 1;
const FORM = 5;
const DEEPEST = 8;
const WHITE = 0xffffffff;

/**
 * What a page says to those who look at it: text that its image does not show is left out, and what
 * nobody can read there.
 * @param page a page that is open
 * @param size of its image
 * @param added what its fields and notes added to it
 * @throws Unshowable where there is no memory for it
 */
export function readPage(
  module: WrappedPdfiumModule,
  page: number,
  size: { width: number; height: number },
  added: AddedText | null,
): PageText {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (size.width * size.height)));
  const small = {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
  const read = new PageCharacters(module, page, small);
  const { characters, modes, isCut } = read;
  const drawn = [...modes].flatMap(([object, mode]) => (mode === "drawn" ? [object] : []));
  const draw: Draw = (texts) => {
    const left = texts === null ? [] : drawn.filter((object) => !texts.has(object));
    for (const object of left) module.FPDFPageObj_SetIsActive(object, false);
    try {
      return drawing(module, page, small);
    } finally {
      for (const object of left) module.FPDFPageObj_SetIsActive(object, true);
    }
  };
  const legible = legibleGlyphs(
    characters.flatMap(({ glyph }) => glyph ?? []),
    (read.scale * size.width) / small.width,
    otherRoom(module, page),
  );
  const seen = seenCharacters(characters, modes, draw);
  const { fields, silent } = fieldsOf(module, page, added);
  const all = characters.flatMap((character, at) => {
    const isSeen = seen[at] === true && legible.has(character.glyph as Glyph);
    return silent.has(character.object) ? [] : { character, isSeen };
  });
  const placed = withFieldsInPlace(all, (object) => fields.get(object) ?? null);
  const text = textOfCharacters(
    placed.map(({ character }) => character),
    placed.map(({ isSeen }) => isSeen),
  );
  return { ...text, isCut };
}

/** The texts of fields and notes, each with its place among them, and those that are not said. */
function fieldsOf(module: WrappedPdfiumModule, page: number, added: AddedText | null) {
  const fields = new Map<number, number>();
  const silent = new Set<number>();
  const visit = (object: number, place: number, isSaid: boolean, depth: number) => {
    const type = module.FPDFPageObj_GetType(object);
    if (type === TEXT && isSaid) fields.set(object, place);
    if (type === TEXT && !isSaid) silent.add(object);
    if (type !== FORM || depth > DEEPEST) return;
    const count = module.FPDFFormObj_CountObjects(object);
    for (let i = 0; i < count; i += 1)
      visit(module.FPDFFormObj_GetObject(object, i), place, isSaid, depth + 1);
  };
  if (added === null) return { fields, silent };
  const count = module.FPDFPage_CountObjects(page);
  for (let at = added.behind; at < count; at += 1) {
    const whole = module.FPDFPage_GetObject(page, at);
    if (module.FPDFPageObj_GetType(whole) !== FORM) continue;
    const places = module.FPDFFormObj_CountObjects(whole);
    for (let place = 0; place < places; place += 1)
      visit(module.FPDFFormObj_GetObject(whole, place), place, added.isSaid(place, places), 0);
  }
  return { fields, silent };
}

function drawing(
  module: WrappedPdfiumModule,
  page: number,
  { width, height }: { width: number; height: number },
): Drawing {
  const bitmap = module.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0);
  if (bitmap === 0) throw new Unshowable("too-complex");
  try {
    module.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    module.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS);
    const at = module.FPDFBitmap_GetBuffer(bitmap);
    const { HEAPU8 } = module.pdfium as unknown as { HEAPU8: Uint8Array };
    return { width, height, pixels: HEAPU8.slice(at, at + width * height * 4) };
  } finally {
    module.FPDFBitmap_Destroy(bitmap);
  }
}
