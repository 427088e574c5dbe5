import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { loadSvgRenderer, type SvgRenderer } from "#platform/files/svg-renderer.ts";
import { coverageOf } from "./glyphs.ts";
import type { Mark } from "./jobs.ts";
import { markLines } from "./mark-lines.ts";

const FONT = "@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf";

/** The font of watermarks, and what it can write. */
export interface MarkFont {
  bytes: Buffer;
  covers: (codePoint: number) => boolean;
}

/** Loads the font of watermarks, without what draws pictures. */
export async function loadMarkFont(): Promise<MarkFont> {
  const bytes = await readFile(createRequire(import.meta.url).resolve(FONT));
  return { bytes, covers: coverageOf(bytes) };
}

/** Pixels, four bytes each, whose colors carry their alpha already. */
interface Pixels {
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** How far the lines of a watermark are turned. */
const ASLANT = (-28 * Math.PI) / 180;

/** A picture so many times as high as wide is a strip: its lines run along it. */
const STRIP_TIMES = 8;

/** Draws watermarks as pictures that lie over a page. */
export class Overlays {
  readonly font: MarkFont;
  readonly #Renderer: SvgRenderer;
  #last: { key: string; tile: Pixels; foot: Pixels } | null = null;

  private constructor(renderer: SvgRenderer, font: MarkFont) {
    this.#Renderer = renderer;
    this.font = font;
  }

  static async load(): Promise<Overlays> {
    const [renderer, font] = await Promise.all([loadSvgRenderer(), loadMarkFont()]);
    return new Overlays(renderer, font);
  }

  /**
   * Burns the watermark into opaque RGBA pixels: aslant over the whole of them, and once upright at
   * their foot. A strip that stands is marked as one that lies.
   */
  burn(pixels: Uint8Array, width: number, height: number, mark: Mark): void {
    if (height >= STRIP_TIMES * width) {
      const lying = new Uint8Array(pixels.length);
      turn(pixels, lying, { width, height, isBack: false });
      this.burn(lying, height, width, mark);
      turn(lying, pixels, { width, height, isBack: true });
      return;
    }
    const { tile, foot } = this.#drawn(width, height, markLines(mark, this.font.covers));
    repeatAslant(pixels, width, height, tile);
    const from = (height - foot.height) * width * 4;
    for (let at = Math.max(0, -from); at < foot.pixels.length; at += 4)
      blend(pixels, from + at, foot.pixels, at);
  }

  /** The pixels of an SVG picture. */
  draw(svg: string): Pixels {
    const picture = new this.#Renderer(svg, {
      font: { fontBuffers: [this.font.bytes], loadSystemFonts: false, defaultFontFamily: "Inter" },
    });
    try {
      const image = picture.render();
      try {
        return { pixels: image.pixels, width: image.width, height: image.height };
      } finally {
        image.free();
      }
    } finally {
      picture.free();
    }
  }

  /** The pages of a document are mostly of one size: what was drawn last is kept. */
  #drawn(width: number, height: number, lines: [string, string]) {
    const key = [width, height, ...lines].join("\n");
    if (this.#last?.key !== key) {
      const size = Math.max(12, Math.min(width, height) / 46);
      const tile = this.draw(tileSvg(size, lines));
      this.#last = { key, tile, foot: this.draw(footSvg(width, height, size, lines)) };
    }
    return this.#last;
  }
}

/**
 * Both lines, dark with a light edge so that they show on any ground, twice: every other row is
 * shifted by half. Laying out all lines of a page instead of one tile takes many times the time and
 * memory.
 */
function tileSvg(size: number, lines: [string, string]): string {
  const [who, when] = lines.map(escape);
  const advance = Math.ceil(Math.max(lines[0].length, lines[1].length) * size * 0.56 + size * 5);
  const rise = Math.ceil(size * 8);
  const pair = (x: number, y: number) =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}">${who}</text><text x="${x.toFixed(1)}" y="${(y + size * 1.4).toFixed(1)}">${when}</text>`;
  // What reaches over the tile's end comes in again at its beginning.
  const rows = [-advance, 0]
    .map((x) => pair(x, size * 2) + pair(x + advance / 2, size * 2 + rise))
    .join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${advance}" height="${rise * 2}" font-family="Inter" font-weight="500"><g font-size="${size.toFixed(1)}" fill="#123" fill-opacity="0.14" stroke="#fff" stroke-opacity="0.16" stroke-width="${(size * 0.09).toFixed(2)}" paint-order="stroke">${rows}</g></svg>`;
}

/** Both lines in one, upright on a light ground, as wide as the page. */
function footSvg(width: number, height: number, size: number, lines: [string, string]): string {
  const [who, when] = lines.map(escape);
  const foot = Math.min(Math.max(9, size * 0.62), height * 0.55);
  const tall = Math.min(height, Math.ceil(foot * 2.2));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${tall}" font-family="Inter" font-weight="500"><rect width="${width}" height="${tall}" fill="#fff" fill-opacity="0.72"/><text x="${foot}" y="${tall - foot * 0.75}" font-size="${foot.toFixed(1)}" fill="#111" fill-opacity="0.72">${who} · ${when}</text></svg>`;
}

/**
 * Copies the pixels of a picture that stands to one that lies, or back.
 * @param size of the one that stands
 */
function turn(
  from: Uint8Array,
  to: Uint8Array,
  { width, height, isBack }: { width: number; height: number; isBack: boolean },
): void {
  const whole = (bytes: Uint8Array) =>
    new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const [source, target] = [whole(from), whole(to)];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const standing = y * width + x;
      const lying = x * height + (height - 1 - y);
      if (isBack) target[standing] = source[lying] ?? 0;
      else target[lying] = source[standing] ?? 0;
    }
}

/** Lays a tile over pixels again and again, turned; between its own pixels it is interpolated. */
function repeatAslant(pixels: Uint8Array, width: number, height: number, tile: Pixels): void {
  const cos = Math.cos(ASLANT);
  const sin = Math.sin(ASLANT);
  const w = tile.width;
  const h = tile.height;
  // One number a pixel: most of a tile is nothing.
  const from = new Uint32Array(tile.pixels.slice().buffer);
  const point = new Uint8Array(4);
  for (let y = 0; y < height; y += 1) {
    const down = y - height / 2;
    let u = modulo((-width / 2) * cos + down * sin, w);
    let v = modulo(down * cos + (width / 2) * sin, h);
    for (let x = 0; x < width; x += 1) {
      const left = Math.min(u | 0, w - 1);
      const top = Math.min(v | 0, h - 1);
      const next = left + 1 === w ? 0 : left + 1;
      const row = top * w;
      const below = top + 1 === h ? 0 : row + w;
      const a = from[row + left] ?? 0;
      const b = from[row + next] ?? 0;
      const c = from[below + left] ?? 0;
      const d = from[below + next] ?? 0;
      if ((a | b | c | d) !== 0) {
        const fu = u - left;
        const fv = v - top;
        for (let i = 0; i < 4; i += 1) {
          const shift = i * 8;
          const upper = ((a >>> shift) & 255) * (1 - fu) + ((b >>> shift) & 255) * fu;
          const lower = ((c >>> shift) & 255) * (1 - fu) + ((d >>> shift) & 255) * fu;
          point[i] = Math.round(upper * (1 - fv) + lower * fv);
        }
        blend(pixels, (y * width + x) * 4, point, 0);
      }
      u += cos;
      if (u >= w) u -= w;
      v -= sin;
      if (v >= h) v -= h;
    }
  }
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** Lays one pixel over an opaque one. */
function blend(under: Uint8Array, at: number, over: Uint8Array, from: number): void {
  const alpha = over[from + 3] ?? 0;
  if (alpha === 0) return;
  for (let i = 0; i < 3; i += 1)
    under[at + i] =
      (over[from + i] ?? 0) + Math.round(((under[at + i] ?? 0) * (255 - alpha)) / 255);
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
