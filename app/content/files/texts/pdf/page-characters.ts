import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import {
  glyphOf,
  isSameGlyph,
  joined,
  styleOf,
  type Glyph,
  type Sides,
  type Style,
} from "./drawn-glyphs.ts";
import type { Box } from "./ink.ts";

/** Characters of one page; what comes after is not read. */
export const MOST_CHARACTERS = 50_000;
/** How finely places are measured, in parts of a pixel. */
const FINE = 16;
/** How far apart the points are that a page's own measure is found by. */
const FAR = 1_000;

/** A character as a file has it, whether it is seen or not. */
export interface Character {
  sign: string;
  /** It parts a word at the end of a line. */
  isHyphen: boolean;
  /** The text that it belongs to; 0 for blanks that stand between texts. */
  object: number;
  /** Where it lies on the drawing; null where nobody can tell. */
  box: Box | null;
  /** What is drawn for it, alone or with its neighbors; null where nobody can tell. */
  glyph: Glyph | null;
}

/** How the text of an object is drawn. */
export type TextMode = "drawn" | "invisible";

/** What a page says, character by character, with where it stands on a drawing of that size. */
export class PageCharacters {
  readonly characters: Character[] = [];
  /** How each of the texts is drawn. */
  readonly modes = new Map<number, TextMode>();
  /** There is more than is read. */
  readonly isCut: boolean;
  /** Pixels of the drawing to a unit of the page. */
  scale = 1;
  readonly #module: WrappedPdfiumModule;
  readonly #memory: number;
  #lastView: DataView | null = null;
  #lastStyle: { object: number; matrix: readonly number[]; style: Style } | null = null;

  /**
   * @param page a page that is open, and stays so
   * @param size of the drawing
   */
  constructor(module: WrappedPdfiumModule, page: number, size: { width: number; height: number }) {
    this.#module = module;
    const text = module.FPDFText_LoadPage(page);
    if (text === 0) {
      this.isCut = false;
      this.#memory = 0;
      return;
    }
    const { pdfium } = module;
    this.#memory = pdfium.wasmExports.malloc(64);
    try {
      const count = Math.max(0, module.FPDFText_CountChars(text));
      this.isCut = count > MOST_CHARACTERS;
      const onDrawing = this.#measure(page, size);
      for (let at = 0; at < Math.min(count, MOST_CHARACTERS); at += 1) {
        const object = module.FPDFText_GetTextObject(text, at);
        const sides = object === 0 ? null : this.#sides(text, at);
        const sign = signOf(module.FPDFText_GetUnicode(text, at));
        this.characters.push({
          sign,
          isHyphen: module.FPDFText_IsHyphen(text, at) === 1,
          object,
          box: sides === null ? null : boxOf(sides, onDrawing),
          glyph: sides === null ? null : this.#glyph(text, at, { sign, object, sides }),
        });
        if (object !== 0 && !this.modes.has(object)) this.modes.set(object, this.#mode(object));
      }
    } finally {
      pdfium.wasmExports.free(this.#memory);
      module.FPDFText_ClosePage(text);
    }
  }

  /** Text of a mode without ink lies over scanned pictures, or cuts out what is drawn next. */
  #mode(object: number): TextMode {
    const mode = this.#module.FPDFTextObj_GetTextRenderMode(object);
    return mode === 3 || mode === 7 ? "invisible" : "drawn";
  }

  /** Where a point of the page lies on the drawing, turned and cut as pages are. */
  #measure(page: number, { width, height }: { width: number; height: number }) {
    const at = (x: number, y: number) => {
      const memory = this.#memory;
      this.#module.FPDF_PageToDevice(
        page,
        0,
        0,
        width * FINE,
        height * FINE,
        0,
        x,
        y,
        memory,
        memory + 4,
      );
      const view = this.#view();
      return { x: view.getInt32(0, true) / FINE, y: view.getInt32(4, true) / FINE };
    };
    const [zero, right, up] = [at(0, 0), at(FAR, 0), at(0, FAR)];
    this.scale = Math.hypot(right.x - zero.x, right.y - zero.y) / FAR;
    return (x: number, y: number) => ({
      x: zero.x + ((right.x - zero.x) * x + (up.x - zero.x) * y) / FAR,
      y: zero.y + ((right.y - zero.y) * x + (up.y - zero.y) * y) / FAR,
    });
  }

  /** What is drawn for a character: what was drawn for the one before it, where it is a part of that. */
  #glyph(
    text: number,
    at: number,
    { sign, object, sides }: { sign: string; object: number; sides: Sides },
  ): Glyph {
    const module = this.#module;
    const memory = this.#memory;
    module.FPDFText_GetCharOrigin(text, at, memory, memory + 8);
    module.FPDFText_GetMatrix(text, at, memory + 16);
    const view = this.#view();
    const origin = [view.getFloat64(0, true), view.getFloat64(8, true)] as const;
    const part = (place: number) => view.getFloat32(16 + 4 * place, true);
    const matrix = [part(0), part(1), part(2), part(3)] as const;
    const glyph = glyphOf(sign, { object, origin, sides }, this.#style(text, at, object, matrix));
    const last = this.characters.at(-1)?.glyph ?? null;
    return last !== null && isSameGlyph(last, glyph) ? joined(last, glyph) : glyph;
  }

  /** How a text is drawn; mostly as the character before it. */
  #style(
    text: number,
    at: number,
    object: number,
    matrix: readonly [number, number, number, number],
  ): Style {
    const last = this.#lastStyle;
    if (last?.object === object && matrix.every((one, i) => last.matrix[i] === one))
      return last.style;
    const font = this.#module.FPDFTextObj_GetFont(object);
    const style = styleOf({ font, size: this.#module.FPDFText_GetFontSize(text, at), matrix });
    this.#lastStyle = { object, matrix, style };
    return style;
  }

  /** A character's sides on the page: of its form, else of the room that it takes. */
  #sides(text: number, at: number): Sides | null {
    const memory = this.#memory;
    const module = this.#module;
    if (module.FPDFText_GetCharBox(text, at, memory, memory + 8, memory + 16, memory + 24)) {
      const view = this.#view();
      const side = (place: number) => view.getFloat64(place, true);
      const sides = { left: side(0), right: side(8), bottom: side(16), top: side(24) };
      if (sides.right > sides.left && sides.top > sides.bottom) return sides;
    }
    if (module.FPDFText_GetLooseCharBox(text, at, memory)) {
      const view = this.#view();
      const side = (place: number) => view.getFloat32(place, true);
      const sides = { left: side(0), top: side(4), right: side(8), bottom: side(12) };
      if (sides.right > sides.left && sides.top > sides.bottom) return sides;
    }
    return null;
  }

  /** The scratch memory as it is now: a module's memory is replaced where it grows. */
  #view(): DataView {
    const { HEAPU8 } = this.#module.pdfium as unknown as { HEAPU8: Uint8Array };
    if (this.#lastView?.buffer !== HEAPU8.buffer)
      this.#lastView = new DataView(HEAPU8.buffer, this.#memory, 64);
    return this.#lastView;
  }
}

function boxOf(
  sides: Sides,
  onDrawing: (x: number, y: number) => { x: number; y: number },
): Box | null {
  const corners = [
    onDrawing(sides.left, sides.bottom),
    onDrawing(sides.left, sides.top),
    onDrawing(sides.right, sides.bottom),
    onDrawing(sides.right, sides.top),
  ];
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const box = {
    left: Math.floor(Math.min(...xs)),
    top: Math.floor(Math.min(...ys)),
    right: Math.ceil(Math.max(...xs)),
    bottom: Math.ceil(Math.max(...ys)),
  };
  return Object.values(box).every(Number.isFinite) ? box : null;
}

/** A character by its number; none for one that is not known. */
function signOf(code: number): string {
  if (code === 0 || code === 0xfffe || code > 0x10ffff) return "";
  return code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code);
}
