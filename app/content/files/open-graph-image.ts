import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { loadSvgRenderer, type SvgRenderer } from "#platform/files/svg-renderer.ts";
import { textOn } from "#values/color.ts";
import { withoutEnd } from "#values/ends.ts";
import { loadedOnce } from "#values/loaded-once.ts";

/** The picture that a link to a portal shows where it is shared: 1200 × 630. */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 80;
const BAND = 432;
const TEXT_WIDTH = WIDTH - 2 * MARGIN;
const NAME_HEIGHT = 244;
const NAME_SIZE = 112;
const LINE_HEIGHT = 1.12;
const MAX_CHARACTERS = 90;
const DEFAULT_ACCENT = "#1f4b99";
/** Text is measured at this size and scaled. */
const MEASURE = 100;

const SHIELD = "M28 2 52 11V30C52 45.500 42.500 56.500 28 62 13.500 56.500 4 45.500 4 30V11Z";
const CHECK = "M17.500 31.500 25 39 39 24";

export interface OpenGraphText {
  orgName: string;
  portalTitle: string;
  /** `#rrggbb`; anything else gives the default accent. */
  accentColour: string;
  /** A line below the title; left out when empty. */
  tagline?: string | null;
}

/** What is written on the picture of an org's portal, and in which color. */
export function openGraphText({
  name,
  customization: { portalTitle, accentColour },
}: {
  name: string;
  customization: { portalTitle: string; accentColour: string };
}): OpenGraphText {
  return { orgName: name, portalTitle, accentColour, tagline: "Security, privacy and compliance" };
}

/** How it is drawn: one more with each change that people see, since they keep what they have. */
const DRAWING = 1;

/** A short name of what is written, which changes with it: a picture at another address is fetched anew. */
export function openGraphVersion(text: OpenGraphText): string {
  return createHash("sha256")
    .update(JSON.stringify([DRAWING, text]))
    .digest("hex")
    .slice(0, 12);
}

/**
 * The Open Graph image of a portal. The name of the org is as large as it fits on up to three
 * lines. A text in a script that the packaged font doesn't cover is left out (the title takes the
 * name's place), because a row of empty boxes says less than nothing.
 *
 * Takes about a tenth of a second of processor time, during which nothing else is served: keep the
 * result.
 * @returns a PNG of 1200 × 630 pixels
 */
export async function openGraphImage({
  orgName,
  portalTitle,
  accentColour,
  tagline,
}: OpenGraphText): Promise<Uint8Array> {
  const painter = await loadPainter();
  const title = painter.drawable(portalTitle) ?? "Trust Center";
  const name = painter.drawable(orgName);
  const accent = /^#[0-9a-f]{6}$/i.test(accentColour) ? accentColour : DEFAULT_ACCENT;
  // The band keeps the org's very color, and the text gives way: one of the two always reads well
  // on it.
  const onAccent = textOn(accent);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Inter">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="#fbfaf8"/>
    <clipPath id="band"><rect width="${WIDTH}" height="${BAND}"/></clipPath>
    <g clip-path="url(#band)">
      <rect width="${WIDTH}" height="${BAND}" fill="${accent}"/>
      <g transform="translate(806 -64) scale(9.500)" fill="none" stroke="${onAccent}" stroke-opacity="0.12" stroke-width="0.600"><path d="${SHIELD}"/><path d="${CHECK}"/></g>
      <g transform="translate(${MARGIN - 4} 56)" fill="none" stroke="${onAccent}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"><path d="${SHIELD}"/><path d="${CHECK}"/></g>
      ${nameLines(painter, name ?? title, onAccent)}
    </g>
    ${footLines(painter, name === null ? null : title, painter.drawable(tagline ?? ""))}
  </svg>`;
  return painter.png(svg);
}

/** The large text, standing on the band's lower edge. */
function nameLines(painter: Painter, text: string, color: string): string {
  const { lines, size } = fit(painter, text);
  return lines
    .map((line, i) => {
      const y = BAND - 56 - size * (0.06 + (lines.length - 1 - i) * LINE_HEIGHT);
      return `<text x="${MARGIN - size * 0.05}" y="${y}" font-size="${size}" font-weight="600" letter-spacing="${-0.02 * size}" fill="${color}">${escape(line)}</text>`;
    })
    .join("");
}

/** Title and tagline on the paper below the band, centred in it whichever of them there are. */
function footLines(painter: Painter, title: string | null, tagline: string | null): string {
  const rows: { text: string; size: number; weight: number; color: string }[] = [];
  if (title !== null) rows.push({ text: title, size: 44, weight: 600, color: "#17191c" });
  if (tagline !== null) rows.push({ text: tagline, size: 28, weight: 400, color: "#565c64" });
  const gap = 26;
  const height = rows.reduce((sum, row) => sum + row.size * 0.75, gap * (rows.length - 1));
  let y = BAND + (HEIGHT - BAND - height) / 2;
  return rows
    .map(({ text, size, weight, color }) => {
      y += size * 0.75;
      const line = shortened(painter, text, (TEXT_WIDTH / size) * MEASURE, weight);
      const row = `<text x="${MARGIN}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${color}">${escape(line)}</text>`;
      y += gap;
      return row;
    })
    .join("");
}

/** The division into one to three lines that lets the text be largest. */
function fit(painter: Painter, text: string): { lines: string[]; size: number } {
  const words = text.split(" ");
  const widths = words.map((word) => painter.width(word, 600));
  const space = MEASURE * 0.27;
  let best = { lines: [text], size: 0 };
  for (let count = 1; count <= Math.min(3, words.length); count += 1) {
    const { breaks } = divide(widths, space, 0, count);
    const lines = [...breaks, words.length].map((end, i) =>
      words.slice(breaks[i - 1] ?? 0, end).join(" "),
    );
    const widest = Math.max(...lines.map((line) => painter.width(line, 600)));
    const size = Math.min(
      NAME_SIZE,
      (TEXT_WIDTH / widest) * MEASURE,
      NAME_HEIGHT / (count * LINE_HEIGHT),
    );
    // One line more must be worth it: a break for a few pixels looks like an accident.
    if (size > best.size * 1.15) best = { lines, size };
  }
  return best;
}

/** Where to break the words from `from` on into `count` lines so that the widest is narrowest. */
function divide(
  widths: readonly number[],
  space: number,
  from: number,
  count: number,
): { breaks: number[]; widest: number } {
  const lineWidth = (end: number) =>
    widths.slice(from, end).reduce((sum, width) => sum + width + space, -space);
  if (count === 1) return { breaks: [], widest: lineWidth(widths.length) };
  let best = { breaks: [from + 1], widest: Infinity };
  for (let end = from + 1; end <= widths.length - count + 1; end += 1) {
    const rest = divide(widths, space, end, count - 1);
    const widest = Math.max(lineWidth(end), rest.widest);
    if (widest < best.widest) best = { breaks: [end, ...rest.breaks], widest };
  }
  return best;
}

/** The text, or as much of it as fits the width (at size 100). */
function shortened(painter: Painter, text: string, width: number, weight: number): string {
  let line = text;
  let characters = Math.ceil((text.length * width) / painter.width(text, weight));
  for (; painter.width(line, weight) > width && characters > 0; characters -= 1)
    line = cut(text, characters);
  return line;
}

/**
 * At most so many characters, ending in an ellipsis and, where that loses little, at the end of a
 * word.
 */
function cut(text: string, characters: number): string {
  const all = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  if (all.length <= characters) return text;
  const start = all.slice(0, characters).join("");
  const words = start.replace(/\S*$/, "");
  return `${withoutEnd(words.length > start.length / 2 ? words : start, (sign) => /[\s\p{P}]/u.test(sign))}…`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The renderer with its fonts, loaded once. */
class Painter {
  readonly #Renderer: SvgRenderer;
  readonly #fonts: Uint8Array[];
  readonly #missing: string;

  constructor(renderer: SvgRenderer, fonts: Uint8Array[]) {
    this.#Renderer = renderer;
    this.#fonts = fonts;
    // No font has a glyph for a private character: what is drawn for it is the sign for a missing
    // glyph.
    this.#missing = this.#shape("\u{10FFFD}");
  }

  png(svg: string): Uint8Array {
    const picture = this.#parse(svg);
    try {
      const image = picture.render();
      try {
        return image.asPng();
      } finally {
        image.free();
      }
    } finally {
      picture.free();
    }
  }

  /** The width of a text at size 100. */
  width(text: string, weight: number): number {
    return this.#box(text, weight)?.width ?? 0;
  }

  /**
   * The text with its spaces in order and no control characters; null when the fonts can't write
   * it.
   */
  drawable(text: string): string | null {
    const clean = text
      .slice(0, 1000)
      .replace(/\p{Extended_Pictographic}|[\p{Cc}\p{Cf}\p{Cs}]/gu, (found) =>
        /[©®™]/.test(found) ? found : " ",
      )
      .replace(/\s+/g, " ")
      .trim();
    const short = cut(clean, MAX_CHARACTERS);
    const unusual = new Set(short.replace(/[ -~\u00a1-\u017f]/g, ""));
    return short === "" ||
      [...unusual].some((character) => this.#shape(character) === this.#missing)
      ? null
      : short;
  }

  /** What a character's outline measures, as text to compare. */
  #shape(character: string): string {
    const box = this.#box(character, 600);
    return box === null ? "" : `${box.x} ${box.y} ${box.width} ${box.height}`;
  }

  #box(
    text: string,
    weight: number,
  ): { x: number; y: number; width: number; height: number } | null {
    const spacing = weight === 600 ? -0.02 * MEASURE : 0;
    const picture = this.#parse(
      `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><text y="100" font-family="Inter" font-size="${MEASURE}" font-weight="${weight}" letter-spacing="${spacing}">${escape(text)}</text></svg>`,
    );
    try {
      const box = picture.getBBox();
      if (box === undefined) return null;
      const { x, y, width, height } = box;
      box.free();
      return { x, y, width, height };
    } finally {
      picture.free();
    }
  }

  #parse(svg: string): InstanceType<SvgRenderer> {
    return new this.#Renderer(svg, {
      font: { fontBuffers: this.#fonts, loadSystemFonts: false, defaultFontFamily: "Inter" },
    });
  }
}

const loadPainter = loadedOnce(async (): Promise<Painter> => {
  // Found by name, not by path: the bundled server lies elsewhere than this file, with node_modules
  // above it.
  const { resolve } = createRequire(import.meta.url);
  const [renderer, ...fonts] = await Promise.all([
    loadSvgRenderer(),
    ...[
      "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
      "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
    ].map((name) => readFile(resolve(name))),
  ]);
  return new Painter(renderer, fonts);
});
