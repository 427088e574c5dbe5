/** An org's accent colour and what must stay readable on and beside it (WCAG 2.2 AA). */

type Rgb = readonly [number, number, number];

export interface AccentPalette {
  accent: string;
  onAccent: string;
}

const LIGHT_SURFACE = "#f1f1ee";
const DARK_SURFACE = "#1d2125";
const MIN_CONTRAST = 4.5;

/** Contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(parse(a)), luminance(parse(b))].sort((x, y) => x - y) as [
    number,
    number,
  ];
  return (high + 0.05) / (low + 0.05);
}

/**
 * The accent as it is used on light and on dark pages: the org's own colour, moved towards black or
 * white until text in it is readable there, with the text colour that reads best on it.
 * @param colour `#rrggbb`
 */
export function accentPalettes(colour: string): { light: AccentPalette; dark: AccentPalette } {
  return {
    light: palette(colour, LIGHT_SURFACE, "#000000"),
    dark: palette(colour, DARK_SURFACE, "#ffffff"),
  };
}

/** The style sheet that sets the accent; the page's policy names its hash. */
export function accentStyle(colour: string): string {
  const { light, dark } = accentPalettes(colour);
  return (
    `:root{--accent:${light.accent};--on-accent:${light.onAccent}}` +
    `@media(prefers-color-scheme:dark){:root{--accent:${dark.accent};--on-accent:${dark.onAccent}}}`
  );
}

function palette(colour: string, surface: string, towards: string): AccentPalette {
  let accent = colour.toLowerCase();
  for (let step = 0; step <= 20 && contrast(accent, surface) < MIN_CONTRAST + 0.2; step += 1) {
    accent = mix(colour, towards, step * 0.05);
  }
  const onAccent =
    contrast(accent, "#ffffff") >= contrast(accent, "#0b0d0f") ? "#ffffff" : "#0b0d0f";
  return { accent, onAccent };
}

function mix(a: string, b: string, share: number): string {
  const [x, y] = [parse(a), parse(b)];
  const channel = (i: 0 | 1 | 2) =>
    Math.round(x[i] * (1 - share) + y[i] * share)
      .toString(16)
      .padStart(2, "0");
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}

function parse(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function luminance([r, g, b]: Rgb): number {
  const linear = (channel: number) => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}
