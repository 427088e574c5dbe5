import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { coverageOf } from "./glyphs.ts";
import type { Mark } from "./jobs.ts";
import { markLines } from "./mark-lines.ts";

type Resvg = typeof import("@resvg/resvg-wasm").Resvg;

const FONT = "@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf";

/** The font of watermarks, and what it can write. */
export interface MarkFont {
  bytes: Buffer;
  covers: (codePoint: number) => boolean;
}

/** Draws watermarks as pictures that lie over a page. */
export class Overlays {
  readonly font: MarkFont;
  readonly #Renderer: Resvg;
  #last: { key: string; pixels: Uint8Array } | null = null;

  private constructor(renderer: Resvg, font: MarkFont) {
    this.#Renderer = renderer;
    this.font = font;
  }

  static async load(): Promise<Overlays> {
    const { resolve } = createRequire(import.meta.url);
    const [wasm, bytes] = await Promise.all([
      readFile(resolve("@resvg/resvg-wasm/index_bg.wasm")),
      readFile(resolve(FONT)),
    ]);
    const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
    await initWasm(wasm);
    return new Overlays(Resvg, { bytes, covers: coverageOf(bytes) });
  }

  /** Burns the watermark into opaque RGBA pixels. */
  burn(pixels: Uint8Array, width: number, height: number, mark: Mark): void {
    const overlay = this.#overlay(width, height, markLines(mark, this.font.covers));
    for (let at = 0; at < overlay.length; at += 4) {
      const alpha = overlay[at + 3] ?? 0;
      if (alpha === 0) continue;
      // The overlay's colours carry their alpha already.
      for (let c = at; c < at + 3; c += 1)
        pixels[c] = (overlay[c] ?? 0) + Math.round(((pixels[c] ?? 0) * (255 - alpha)) / 255);
    }
  }

  /** The pixels of an SVG picture. */
  draw(svg: string): { pixels: Uint8Array; width: number; height: number } {
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

  /** The pages of a document are mostly of one size: the last overlay is kept. */
  #overlay(width: number, height: number, lines: [string, string]): Uint8Array {
    const key = [width, height, ...lines].join("\n");
    if (this.#last?.key === key) return this.#last.pixels;
    const { pixels } = this.draw(overlaySvg(width, height, lines));
    this.#last = { key, pixels };
    return pixels;
  }
}

/** Both lines aslant over the whole page, dark with a light edge so that they show on any ground, and once upright at its foot. */
function overlaySvg(width: number, height: number, lines: [string, string]): string {
  const size = Math.max(12, Math.min(width, height) / 46);
  const [who, when] = lines.map(escape);
  const advance = Math.max(lines[0].length, lines[1].length) * size * 0.56 + size * 5;
  const reach = Math.hypot(width, height);
  const rows: string[] = [];
  for (let y = -reach / 2, row = 0; y < reach / 2; y += size * 8, row += 1) {
    for (let x = -reach / 2 - (row % 2) * (advance / 2); x < reach / 2; x += advance) {
      rows.push(
        `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}">${who}</text><text x="${x.toFixed(1)}" y="${(y + size * 1.4).toFixed(1)}">${when}</text>`,
      );
    }
  }
  const foot = Math.max(9, size * 0.62);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Inter" font-weight="500">
    <g transform="translate(${width / 2} ${height / 2}) rotate(-28)" font-size="${size.toFixed(1)}" fill="#123" fill-opacity="0.14" stroke="#fff" stroke-opacity="0.16" stroke-width="${(size * 0.09).toFixed(2)}" paint-order="stroke">${rows.join("")}</g>
    <rect x="0" y="${height - foot * 2.2}" width="${width}" height="${foot * 2.2}" fill="#fff" fill-opacity="0.72"/>
    <text x="${foot}" y="${height - foot * 0.75}" font-size="${foot.toFixed(1)}" fill="#111" fill-opacity="0.72">${who} · ${when}</text>
  </svg>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
