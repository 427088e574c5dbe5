/** Colors that a picture is made of and that could be an accent: no paper, no ink, no gray. */

/** Proposals of one picture; two that can hardly be told apart are one. */
const MAX_PROPOSED = 3;
const MIN_CHROMA = 40;
const APART = 64;
/** A color that covers less than this part of what is colored is an edge or a shadow. */
const MIN_SHARE = 0.02;
/** Pixels that are looked at, evenly spread. */
const SAMPLE = 250_000;
/** More of an SVG says nothing new of its colors. */
const MAX_SVG = 500_000;

const PAINT =
  /\b(?:fill|stroke|stop-color|color)\s*[:=]\s*["']?\s*(#[0-9a-f]{6}\b|#[0-9a-f]{3}\b|rgb\(\s*\d{1,3}[\s,]+\d{1,3}[\s,]+\d{1,3}\s*\)|[a-z]{3,7}\b)/gi;

/** The names that drawing programs write; others are rare in logos. */
const NAMED: Readonly<Record<string, string>> = {
  blue: "#0000ff",
  crimson: "#dc143c",
  fuchsia: "#ff00ff",
  gold: "#ffd700",
  green: "#008000",
  indigo: "#4b0082",
  lime: "#00ff00",
  maroon: "#800000",
  navy: "#000080",
  olive: "#808000",
  orange: "#ffa500",
  purple: "#800080",
  red: "#ff0000",
  teal: "#008080",
  tomato: "#ff6347",
};

/**
 * The colors that an SVG paints with, the most frequent first.
 * @param text of a stored file, which was cleaned when it was taken
 * @returns `#rrggbb`, at most three
 */
export function colorsOfSvg(text: string): string[] {
  const counts = new Map<string, number>();
  for (const [, paint = ""] of text.slice(0, MAX_SVG).matchAll(PAINT)) {
    const color = hexOf(paint.toLowerCase());
    if (color !== null) counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  return strongest(counts);
}

/**
 * The colors that cover most of a drawn picture, the largest first.
 * @param pixels RGBA, 8 bits a color
 * @returns `#rrggbb`, at most three
 */
export function colorsOfPixels(pixels: Uint8Array): string[] {
  const counts = new Map<string, number>();
  const step = Math.max(1, Math.floor(pixels.length / 4 / SAMPLE)) * 4;
  for (let at = 0; at + 3 < pixels.length; at += step) {
    const rgb = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0] as const;
    if (chroma(rgb) < MIN_CHROMA) continue;
    const color = toHex(rgb);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  return strongest(counts);
}

type Rgb = readonly [number, number, number];

/** The first of each group of colors that look alike, by how much there is of the group. */
function strongest(counts: ReadonlyMap<string, number>): string[] {
  const groups: { rgb: Rgb; color: string; weight: number }[] = [];
  let total = 0;
  for (const [color, count] of [...counts].sort(([, a], [, b]) => b - a)) {
    const rgb = parse(color);
    if (chroma(rgb) < MIN_CHROMA) continue;
    total += count;
    const near = groups.find((group) => distance(group.rgb, rgb) < APART);
    if (near === undefined) groups.push({ rgb, color, weight: count });
    else near.weight += count;
  }
  return groups
    .filter(({ weight }) => weight >= total * MIN_SHARE)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_PROPOSED)
    .map(({ color }) => color);
}

function hexOf(paint: string): string | null {
  if (paint.startsWith("#")) return paint.length === 7 ? paint : paint.replace(/[0-9a-f]/g, "$&$&");
  if (!paint.startsWith("rgb")) return NAMED[paint] ?? null;
  const parts = paint.match(/\d+/g)?.map(Number) ?? [];
  const [red = 256, green = 256, blue = 256] = parts;
  return Math.max(red, green, blue) > 255 ? null : toHex([red, green, blue]);
}

const chroma = (rgb: Rgb) => Math.max(...rgb) - Math.min(...rgb);
const distance = (a: Rgb, b: Rgb) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const toHex = (rgb: Rgb) => `#${rgb.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

function parse(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
