/** An org's accent color and what must stay readable on and beside it (WCAG 2.2 AA). */

type Rgb = readonly [number, number, number];

export interface AccentPalette {
  /** The color as ink, of links and edges: readable on every surface of its pages. */
  accent: string;
  /** The org's own color, as the ground of buttons and bars. */
  fill: string;
  /** Text on it, black or white: what reads better. */
  onFill: string;
  /** The ground under the pointer, on which the text reads better still. */
  fillHover: string;
}

const LIGHT_SURFACE = "#f1f1ee";
const DARK_SURFACE = "#1d2125";
const MIN_CONTRAST = 4.5;

/** Contrast ratio of two `#rrggbb` colors, 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(parse(a)), luminance(parse(b))].sort((x, y) => x - y) as [
    number,
    number,
  ];
  return (high + 0.05) / (low + 0.05);
}

/**
 * The accent as it is used on light and on dark pages: as a ground it is the org's own color, with
 * the text that reads best on it; as ink it is moved towards black or white until it is readable.
 * @param color `#rrggbb`
 */
export function accentPalettes(color: string): { light: AccentPalette; dark: AccentPalette } {
  return {
    light: palette(color, LIGHT_SURFACE, "#000000"),
    dark: palette(color, DARK_SURFACE, "#ffffff"),
  };
}

/** The style sheet that sets the accent; the page's policy names its hash. */
export function accentStyle(color: string): string {
  const { light, dark } = accentPalettes(color);
  return (
    `:root{--accent:${light.accent};--brand:${light.fill};--on-brand:${light.onFill};` +
    `--brand-hover:${light.fillHover}}` +
    `@media(prefers-color-scheme:dark){:root{--accent:${dark.accent}}}`
  );
}

function palette(color: string, surface: string, towards: string): AccentPalette {
  let accent = color.toLowerCase();
  for (let step = 0; step <= 20 && contrast(accent, surface) < MIN_CONTRAST + 0.2; step += 1) {
    accent = mix(color, towards, step * 0.05);
  }
  const fill = color.toLowerCase();
  const onFill = textOn(fill);
  const fillHover = mix(fill, onFill === "#ffffff" ? "#000000" : "#ffffff", 0.12);
  return { accent, fill, onFill, fillHover };
}

/** White or near-black text; on the few tones between, where neither reads, black does. */
export function textOn(color: string): string {
  const [white, dark] = [contrast(color, "#ffffff"), contrast(color, "#0b0d0f")];
  if (Math.max(white, dark) < MIN_CONTRAST) return "#000000";
  return white >= dark ? "#ffffff" : "#0b0d0f";
}

function mix(a: string, b: string, share: number): string {
  const [x, y] = [parse(a), parse(b)];
  const channel = (i: 0 | 1 | 2) =>
    Math.round(x[i] * (1 - share) + y[i] * share)
      .toString(16)
      .padStart(2, "0");
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}

function parse(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function luminance([r, g, b]: Rgb): number {
  const linear = (channel: number) => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}
