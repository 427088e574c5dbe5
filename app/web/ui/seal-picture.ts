import {
  AUDITORS,
  type AuditorKey,
  type Badge,
  type BadgeFamily,
} from "#model/cards/catalogue/badges.ts";
import type { AccentPalette } from "#values/color.ts";

/*
 * Seals as pictures in themselves: an SVG in a data URI. As part of the page its letters would be
 * text that a text browser reads out before every title; as a picture they are drawn and nothing
 * else.
 */

/**
 * The part of a family's shape that text may fill: vertical centre and width, in the 64 by 64 view
 * box.
 */
const textArea: Readonly<Record<BadgeFamily, { centre: number; width: number }>> = {
  soc: { centre: 32, width: 36 },
  iso: { centre: 32, width: 42 },
  privacy: { centre: 29, width: 37 },
  payment: { centre: 36.5, width: 46 },
  government: { centre: 39, width: 42 },
  health: { centre: 37, width: 44 },
  cloud: { centre: 37, width: 44 },
  regional: { centre: 32, width: 43 },
  other: { centre: 32, width: 44 },
};

const CAP_HEIGHT = 0.72;

/**
 * Width of a bold letter relative to the font size, on the safe side for the sans-serif fonts in
 * use.
 */
function letterWidth(letter: string): number {
  if (/[MW]/.test(letter)) return 0.95;
  if (/[A-Z]/.test(letter)) return 0.74;
  if (/[0-9]/.test(letter)) return 0.66;
  if (/[-. ijl]/.test(letter)) return 0.4;
  return 0.62;
}

/** The largest font size at which the text fits the width. */
function fit(words: string, width: number, largest: number): number {
  const relative = Array.from(words).reduce((sum, letter) => sum + letterWidth(letter), 0);
  return tenth(Math.min(largest, width / Math.max(relative, 1)));
}

interface Line {
  text: string;
  size: number;
  baseline: number;
}

/**
 * Sets one or two lines around the centre: a small one above the large one that tells standards
 * apart.
 */
function layOut(lines: readonly string[], centre: number, width: number): Line[] {
  const [first = "", second] = lines;
  if (second === undefined) {
    const size = fit(first, width, 16);
    return [{ text: first, size, baseline: tenth(centre + (size * CAP_HEIGHT) / 2) }];
  }
  const small = fit(first, width * 0.9, 8.5);
  const large = fit(second, width, second.length === 1 ? 22 : 16);
  const gap = 3.5;
  const height = (small + large) * CAP_HEIGHT + gap;
  const top = centre - height / 2;
  return [
    { text: first, size: small, baseline: tenth(top + small * CAP_HEIGHT) },
    { text: second, size: large, baseline: tenth(top + height) },
  ];
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/**
 * Heavy outline over a breath of tint, and a hairline within: the double rule of an engraved seal.
 */
const OUTLINE = "stroke-width='1.75' fill='currentColor' fill-opacity='.07'";
const HAIRLINE = "stroke-width='.6' fill='none'";
const SOLID = "fill='currentColor' stroke='none'";

const STAMP_EDGE = stampEdge();

/**
 * A postage stamp's perforated outline: per side, eight half-round notches between short bridges.
 */
function stampEdge(): string {
  const notches = 8;
  const bridge = 2.4;
  const diameter = (58 - bridge * (notches + 1)) / notches;
  const radius = tenth(diameter / 2);
  const side = (stepX: number, stepY: number): string => {
    const straight = `l${tenth(stepX * bridge)} ${tenth(stepY * bridge)}`;
    const notch = `a${radius} ${radius} 0 0 0 ${hundredth(stepX * diameter)} ${hundredth(stepY * diameter)}`;
    return `${straight}${`${notch}${straight}`.repeat(notches)}`;
  };
  return `M3 3${side(1, 0)}${side(0, 1)}${side(-1, 0)}${side(0, -1)}z`;
}

function hundredth(value: number): number {
  return Math.round(value * 100) / 100;
}

/** One shape a family, drawn in the current color. */
const SHAPES: Readonly<Record<BadgeFamily, string>> = {
  soc: `<circle cx='32' cy='32' r='29' stroke-width='3' stroke-dasharray='1.1 1.178' fill='none'/><circle cx='32' cy='32' r='26' ${OUTLINE}/><circle cx='32' cy='32' r='23.2' ${HAIRLINE}/>`,
  iso: `<circle cx='32' cy='32' r='29.5' ${OUTLINE}/><circle cx='32' cy='32' r='26.4' ${HAIRLINE}/><path d='M32 8.6l2 3-2 3-2-3zM32 49.4l2 3-2 3-2-3z' ${SOLID}/>`,
  privacy: `<path d='M32 2.5l24.5 7.7v20.3c0 14.5-10 25.5-24.5 31-14.5-5.5-24.5-16.5-24.5-31V10.2z' ${OUTLINE}/><path d='M32 5.9l21.4 6.7v17.9c0 12.6-8.4 22.3-21.4 27.5-13-5.2-21.4-14.9-21.4-27.5V12.6z' ${HAIRLINE}/>`,
  payment: `<rect x='2.5' y='9.5' width='59' height='45' rx='6' ${OUTLINE}/><rect x='5.3' y='12.3' width='53.4' height='39.4' rx='3.6' ${HAIRLINE}/><path d='M5.3 16.8h53.4v4.4H5.3z' ${SOLID}/>`,
  government: `<path d='M3 21.5L32 4l29 17.5v3H58v29h3v6H3v-6h3v-29H3z' ${OUTLINE}/><path d='M9 24.5h46M9 53.5h46M9.2 21.5L32 7.7l22.8 13.8z' ${HAIRLINE}/><circle cx='32' cy='16' r='2.6' ${SOLID}/>`,
  health: `<rect x='3' y='3' width='58' height='58' rx='17' ${OUTLINE}/><rect x='5.9' y='5.9' width='52.2' height='52.2' rx='14.2' ${HAIRLINE}/><path d='M30.4 10.5h3.2v3.4H37v3.2h-3.4v3.4h-3.2v-3.4H27v-3.2h3.4z' ${SOLID}/>`,
  cloud: `<path d='M17.5 57.5a15 15 0 0 1-8-27.7A22.5 22.5 0 0 1 54.5 29.8a15 15 0 0 1-8 27.7z' ${OUTLINE}/><path d='M17.5 54.7a12.2 12.2 0 0 1-5.1-23.3A19.7 19.7 0 1 1 51.6 31.4a12.2 12.2 0 0 1-5.1 23.3z' ${HAIRLINE}/>`,
  regional: `<path d='${STAMP_EDGE}' stroke-width='1.2' fill='currentColor' fill-opacity='.07'/><rect x='8.5' y='8.5' width='47' height='47' ${HAIRLINE}/>`,
  other: `<path d='M20.5 3h23L61 20.5v23L43.5 61h-23L3 43.5v-23z' ${OUTLINE}/><path d='M21.7 5.9h20.6l15.8 15.8v20.6L42.3 58.1H21.7L5.9 42.3V21.7z' ${HAIRLINE}/>`,
};

/** The ink and the paper of the seal, as tokens.css has them for light and dark pages. */
const LIGHT = { ink: "#15181c", paper: "#ffffff" };
const DARK = { ink: "#eceded", paper: "#16191c" };

/** What an address can't hold as it is: blanks and braces among it. */
const NO_URL = /[^\w!$&'()*+,\-./:;=?@~]/gu;

/**
 * A certification's seal as a data URI, in the org's color on light and on dark pages.
 * @param auditor draws the auditor's name on a ribbon
 */
export function sealPicture(
  badge: Badge,
  auditor: AuditorKey | null,
  { light, dark }: { light: AccentPalette; dark: AccentPalette },
): string {
  const { centre, width } = textArea[badge.family];
  const lines = layOut(badge.lines, centre, width);
  const words = lines
    .map((line, i) =>
      text(
        line.text,
        line.baseline,
        line.size,
        i === lines.length - 1 ? "class='i' font-weight='700'" : "font-weight='600'",
      ),
    )
    .join("");
  const seal = `<g stroke='currentColor' stroke-linejoin='round'>${SHAPES[badge.family]}</g>${words}`;
  // With a ribbon it is a little smaller, so that the ribbon has the lower edge to itself.
  const body =
    auditor === null
      ? seal
      : `<g transform='translate(5.1) scale(.84)'>${seal}</g><path d='M1 51h62l-3.5 6 3.5 6H1l3.5-6z'/>${text(AUDITORS[auditor], 59.9, 7.6, "class='p' font-weight='600'")}`;
  const colors = (accent: string, { ink, paper }: typeof LIGHT) =>
    `svg{color:${accent}}.i{fill:${ink}}.p{fill:${paper}}`;
  const style = `<style>${colors(light.accent, LIGHT)}@media(prefers-color-scheme:dark){${colors(dark.accent, DARK)}}</style>`;
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64' fill='currentColor' text-anchor='middle' font-family='system-ui,Segoe UI,Helvetica Neue,Noto Sans,Arial,sans-serif'>${style}${body}</svg>`;
  return `data:image/svg+xml,${svg.replace(NO_URL, (character) => encodeURIComponent(character))}`;
}

function text(words: string, baseline: number, size: number, attributes: string): string {
  const escaped = words.replace(/[&<>']/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<text x='32' y='${baseline}' font-size='${size}' ${attributes}>${escaped}</text>`;
}
