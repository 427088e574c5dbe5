/** Shapes on a field of 56 by 56, drawn in one ink, with the ground where something is cut out. */

const stroke = (ink, width, d) =>
  `<path fill="none" stroke="${ink}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;
const fill = (ink, d, opacity) =>
  `<path fill="${ink}"${opacity ? ` fill-opacity="${opacity}"` : ""} d="${d}"/>`;
const disc = (ink, cx, cy, r, opacity) =>
  `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${ink}"${opacity ? ` fill-opacity="${opacity}"` : ""}/>`;
const ring = (ink, cx, cy, r, width) =>
  `<circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="${ink}" stroke-width="${width}"/>`;
const turned = (content, angles) =>
  angles.map((angle) => `<g transform="rotate(${angle} 28 28)">${content}</g>`).join("");

/** The edges of an iris diaphragm: one edge, turned by sixths. */
const blades = [0, 60, 120, 180, 240, 300]
  .map((angle) => {
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const [[ax, ay], [bx, by]] = [
      [0, -9.5],
      [10, -18.5],
    ].map(([x, y]) => [28 + x * cos - y * sin, 28 + x * sin + y * cos]);
    return `M${ax.toFixed(1)} ${ay.toFixed(1)}L${bx.toFixed(1)} ${by.toFixed(1)}`;
  })
  .join("");

/** @type {Record<string, (ink: string, ground: string) => string>} */
export const shapes = {
  compass: (ink) =>
    fill(ink, "M28 8l5 15 15 5-15 5-5 15-5-15-15-5 15-5z") +
    fill(ink, "M41 15l-4 8-4-4zM15 41l4-8 4 4zM15 15l8 4-4 4zM41 41l-8-4 4-4z", 0.55),
  ridge: (ink, ground) =>
    fill(ink, "M28 10l21 34H7z") +
    fill(ground, "M28 10l7.4 12-4.4 4-3-3.5-3 3.5-4.4-4z", 0.75) +
    fill(ink, "M9 14h9v2.6H9zM6 20h9v2.6H6z", 0.6),
  fin: (ink) => fill(ink, "M12 44l18-32h14L26 44z") + fill(ink, "M30 44l7-12h8l-3 12z", 0.55),
  cube: (ink) =>
    fill(ink, "M28 10l16 9-16 9-16-9z", 0.55) +
    fill(ink, "M11 22l15 8.5v17L11 39z") +
    fill(ink, "M45 22l-15 8.5v17L45 39z", 0.78),
  sunrise: (ink) =>
    fill(ink, "M14 38a14 14 0 0 1 28 0z") +
    stroke(ink, 3.4, "M9 44h38M28 12v5M12 19l3.5 3.5M44 19l-3.5 3.5"),
  leaves: (ink) =>
    fill(ink, "M27 46C10 42 10 22 12 14c12 2 17 14 15 32z") +
    fill(ink, "M30 46c-2-14 4-24 14-26 2 10-2 24-14 26z", 0.6),
  harbour: (ink) =>
    stroke(ink, 4, "M12 28a16 16 0 0 1 32 0M20 28a8 8 0 0 1 16 0") +
    stroke(ink, 3.4, "M10 37q4.5-4 9 0t9 0 9 0 9 0M10 45q4.5-4 9 0t9 0 9 0 9 0"),
  book: (ink) =>
    fill(ink, "M10 15c8-2 13 0 16.5 3v25C23 40 18 38 10 40z") +
    fill(ink, "M46 15c-8-2-13 0-16.5 3v25C33 40 38 38 46 40z", 0.62),
  cross: (ink) =>
    fill(ink, "M22 11h12v11h11v12H34v11H22V34H11V22h11z") +
    fill(ink, "M11 11h7v7h-7zM38 38h7v7h-7z", 0.45),
  nut: (ink, ground) =>
    fill(ink, "M28 9l16.5 9.5v19L28 47l-16.5-9.5v-19z") +
    disc(ground, 28, 28, 9) +
    disc(ink, 28, 28, 4),
  layers: (ink) =>
    fill(ink, "M28 32l18 8-18 8-18-8z", 0.4) +
    fill(ink, "M28 22l18 8-18 8-18-8z", 0.65) +
    fill(ink, "M28 9l18 9-18 9-18-9z"),
  chip: (ink) =>
    [14, 28, 42]
      .flatMap((y, row) =>
        [14, 28, 42].map((x, column) =>
          disc(ink, x, y, row + column === 2 ? 6 : 4, row + column === 2 ? 0 : 0.55),
        ),
      )
      .join(""),
  flower: (ink, ground) =>
    turned(fill(ink, "M28 28c-8-5-8-15 0-19 8 4 8 14 0 19z", 0.82), [0, 72, 144, 216, 288]) +
    disc(ground, 28, 28, 4.5),
  snowflake: (ink) =>
    turned(
      stroke(ink, 3.4, "M28 10v36M22.5 14.5L28 20l5.5-5.5M22.5 41.5L28 36l5.5 5.5"),
      [0, 60, 120],
    ),
  plane: (ink) => fill(ink, "M8 27L48 10 36 46 26 33z") + fill(ink, "M26 33L48 10 20 29v15z", 0.45),
  rings: (ink) =>
    ring(ink, 22, 28, 11.5, 5) +
    `<circle cx="34" cy="28" r="11.5" fill="none" stroke="${ink}" stroke-width="5" stroke-opacity=".55"/>`,
  fern: (ink) =>
    stroke(ink, 3, "M28 47V14") +
    fill(
      ink,
      "M28 20c0-6 4-10 10-10 0 6-4 10-10 10zM28 31c0-7 5-11 13-11 0 7-5 11-13 11zM28 42c0-7 6-12 15-12 0 7-6 12-15 12z",
    ) +
    fill(
      ink,
      "M28 20c0-6-4-10-10-10 0 6 4 10 10 10zM28 31c0-7-5-11-13-11 0 7 5 11 13 11zM28 42c0-7-6-12-15-12 0 7 6 12 15 12z",
      0.6,
    ),
  coin: (ink, ground) => disc(ink, 28, 28, 18) + stroke(ground, 4.6, "M20 28.5l6 6 11-12"),
  hollow: (ink, ground) =>
    disc(ink, 28, 28, 19) + disc(ground, 31, 25, 13.5) + disc(ink, 34, 22, 7.5),
  bolt: (ink) => fill(ink, "M32 7L13 32h11l-4 17 22-27H30z"),
  key: (ink, ground) =>
    disc(ink, 20, 28, 11) +
    disc(ground, 20, 28, 4.6) +
    fill(ink, "M29 25h18v6h-3v6h-5v-6h-3v4h-5v-4h-2z"),
  bars: (ink) =>
    fill(ink, "M11 33l8-4v16h-8z", 0.5) +
    fill(ink, "M24 24l8-4v25h-8z", 0.75) +
    fill(ink, "M37 15l8-4v34h-8z"),
  network: (ink) =>
    stroke(ink, 3.4, "M28 15L15 39h26z") +
    disc(ink, 28, 14, 6.5) +
    disc(ink, 14, 40, 6.5) +
    disc(ink, 42, 40, 6.5),
  drop: (ink, ground) =>
    fill(ink, "M28 7c9 12 13 18 13 25a13 13 0 0 1-26 0c0-7 4-13 13-25z") +
    stroke(ground, 3.2, "M21.5 32a6.5 6.5 0 0 0 6.5 7"),
  spark: (ink) =>
    fill(ink, "M24 10c2 12 6 16 18 18-12 2-16 6-18 18-2-12-6-16-18-18 12-2 16-6 18-18z") +
    fill(ink, "M42 8c.8 5 2.2 6.4 7 7-4.8.6-6.2 2-7 7-.8-5-2.2-6.4-7-7 4.8-.6 6.2-2 7-7z", 0.6),
  arrow: (ink) =>
    stroke(ink, 5.4, "M14 42l26-26M24 15h17v17") +
    stroke(ink, 3, "M14 26v16h16").replace("/>", ' stroke-opacity=".5"/>'),
  page: (ink, ground) =>
    fill(ink, "M14 9h18l11 11v27H14z") +
    fill(ground, "M32 9v11h11z", 0.55) +
    stroke(ground, 3, "M20 27h17M20 33.5h17M20 40h10"),
  sieve: (ink, ground) =>
    fill(ink, "M28 8l17 6v13c0 10-7 17-17 21-10-4-17-11-17-21V14z") +
    [
      [21, 20],
      [28, 20],
      [35, 20],
      [24.5, 27],
      [31.5, 27],
      [28, 34],
    ]
      .map(([x, y]) => disc(ground, x, y, 2.4))
      .join(""),
  tide: (ink) =>
    fill(ink, "M10 10h17v17A17 17 0 0 1 10 10z") +
    fill(ink, "M46 10v17H29a17 17 0 0 1 17-17z", 0.6) +
    fill(ink, "M10 46V29h17a17 17 0 0 1-17 17z", 0.6) +
    fill(ink, "M46 46H29V29a17 17 0 0 1 17 17z"),
  bubbles: (ink, ground) =>
    fill(ink, "M10 12h24a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H20l-7 7v-7h-3z", 0.55) +
    `<path fill="${ink}" stroke="${ground}" stroke-width="2.5" d="M24 23h20a3 3 0 0 1 3 3v13a3 3 0 0 1-3 3v7l-8-7H24a3 3 0 0 1-3-3V26a3 3 0 0 1 3-3z"/>`,
  brook: (ink) =>
    stroke(ink, 5.4, "M18 9c14 8-8 16 4 24s-2 10-2 14") +
    stroke(ink, 5.4, "M33 9c14 8-8 16 4 24s-2 10-2 14").replace("/>", ' stroke-opacity=".5"/>'),
  pin: (ink, ground) =>
    fill(ink, "M28 49C18 37 13 30 13 23a15 15 0 0 1 30 0c0 7-5 14-15 26z") +
    fill(ground, "M22 30c-1-9 4-14 13-14 0 9-4 14-13 14z"),
  beacon: (ink) =>
    disc(ink, 28, 28, 6) +
    stroke(ink, 4, "M18 18a14 14 0 0 0 0 20M38 18a14 14 0 0 1 0 20") +
    stroke(ink, 3.4, "M11.5 12a22.5 22.5 0 0 0 0 32M44.5 12a22.5 22.5 0 0 1 0 32").replace(
      "/>",
      ' stroke-opacity=".5"/>',
    ),
  stone: (ink) =>
    fill(ink, "M18 12h20l10 13-20 22L8 25z", 0.5) +
    fill(ink, "M18 12h20l-10 13z", 0.5) +
    fill(ink, "M8 25h20v22zM38 12l10 13H28z"),
  peaks: (ink) => fill(ink, "M34 17l14 26H34z", 0.55) + fill(ink, "M22 11l17 32H6z"),
  peaksAtSea: (ink) =>
    fill(ink, "M35 17l11 18H34z", 0.5) +
    fill(ink, "M23 10l15 25H8z") +
    stroke(ink, 3.4, "M9 43q4.75-4.5 9.5 0t9.5 0 9.5 0 9.5 0"),
  heart: (ink) =>
    fill(ink, "M28 47C14 37 8 30 8 21.5A10.5 10.5 0 0 1 28 17z") +
    fill(ink, "M28 47c14-10 20-17 20-25.5A10.5 10.5 0 0 0 28 17z", 0.65),
  raven: (ink) =>
    fill(ink, "M6 18c12 0 18 4 22 12 4-8 10-12 22-12-3 13-9 20-22 24C15 38 9 31 6 18z") +
    disc(ink, 28, 15, 5, 0.6),
  lens: (ink, ground) =>
    disc(ink, 28, 28, 19) + stroke(ground, 2.4, blades) + disc(ground, 28, 28, 8.5),
  house: (ink, ground) =>
    fill(ink, "M28 9l20 18h-5v19H13V27H8z") +
    fill(
      ground,
      "M28 41c-6-4-8.5-7-8.5-10.5A4.5 4.5 0 0 1 28 28a4.5 4.5 0 0 1 8.5 2.5C36.5 34 34 37 28 41z",
    ),
  cloud: (ink, ground) =>
    fill(ink, "M17 42a9.5 9.5 0 0 1-1-19 13 13 0 0 1 25-1 10 10 0 0 1-1 20z") +
    stroke(ground, 3.6, "M28 25v12M22 31h12"),
  pulse: (ink) => stroke(ink, 4.4, "M7 30h10l5-14 9 26 6-18 3 6h9"),
  pill: (ink) =>
    `<g transform="rotate(-45 28 28)">${fill(ink, "M19 18h9v20h-9a10 10 0 0 1 0-20z")}${fill(ink, "M28 18h9a10 10 0 0 1 0 20h-9z", 0.5)}</g>`,
  play: (ink) =>
    fill(
      ink,
      "M22 18.5a2.5 2.5 0 0 1 3.8-2.1l15 9.5a2.5 2.5 0 0 1 0 4.2l-15 9.5a2.5 2.5 0 0 1-3.8-2.1z",
    ) + stroke(ink, 4, "M34 9.5A19.5 19.5 0 1 0 34 46.5"),
  eye: (ink, ground) =>
    fill(ink, "M6 28c6-10 13-15 22-15s16 5 22 15c-6 10-13 15-22 15S12 38 6 28z") +
    disc(ground, 28, 28, 9.5) +
    disc(ink, 28, 28, 5),
  lighthouse: (ink) =>
    fill(ink, "M24 24h8l4 23H20z") +
    fill(ink, "M28 7l6 6v8H22v-8z") +
    fill(ink, "M36 14l13-5v15l-13-4zM20 14L7 9v15l13-4z", 0.4),
};
