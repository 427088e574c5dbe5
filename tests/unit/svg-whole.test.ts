import { beforeAll, describe, expect, test } from "vitest";
import { cleanSvg } from "#platform/files/svg-clean.ts";
import { loadSvgRenderer } from "#platform/files/svg-renderer.ts";

/** Logos as design programs export them: they are kept whole. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC";
const NS = 'xmlns="http://www.w3.org/2000/svg"';
const SIZE = 'width="20" height="20" viewBox="0 0 20 20"';
const FULL = '<rect width="20" height="20" fill="url(#g)"/>';
const GRADIENT =
  '<linearGradient id="g"><stop stop-color="#c2185b"/><stop offset="1" stop-color="#0a7"/></linearGradient>';

const LOGOS: [string, string][] = [
  [
    "a picture inside of it, as Canva writes it",
    `<svg ${NS} xmlns:xlink="http://www.w3.org/1999/xlink" ${SIZE}><image width="20" height="20" preserveAspectRatio="none" xlink:href="data:image/png;base64,${PNG.replace(/.{40}/g, "$&\n")}"/></svg>`,
  ],
  [
    "a picture in a pattern, as Figma writes it",
    `<svg ${NS} xmlns:xlink="http://www.w3.org/1999/xlink" ${SIZE}><rect width="20" height="20" fill="url(#pattern0_1:2)"/><defs><pattern id="pattern0_1:2" patternContentUnits="objectBoundingBox" width="1" height="1"><use xlink:href="#image0_1:2" transform="scale(0.1)"/></pattern><image id="image0_1:2" width="10" height="10" xlink:href="data:image/png;base64,${PNG}"/></defs></svg>`,
  ],
  [
    "a gradient by a rule for an id",
    `<svg ${NS} ${SIZE}><style>#shape{fill:url(#g)}</style>${GRADIENT}<rect id="shape" width="20" height="20"/></svg>`,
  ],
  [
    "a gradient by a rule for what stands inside",
    `<svg ${NS} ${SIZE}><style>.mark > rect{fill:url(#g)}</style>${GRADIENT}<g class="mark"><rect width="20" height="20"/></g></svg>`,
  ],
  [
    "styles in entities, as Illustrator writes them",
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ENTITY st0 "fill:#C2185B;&st1;"><!ENTITY st1 "stroke:#0A7">]><svg xmlns="&ns_svg;" ${SIZE}><rect style="&st0;" width="20" height="20"/></svg>`,
  ],
  [
    "prefixed names",
    `<svg:svg xmlns:svg="http://www.w3.org/2000/svg" ${SIZE}><svg:defs>${GRADIENT.replace(/<(\/?)/g, "<$1svg:")}</svg:defs><svg:rect width="20" height="20" fill="url(#g)"/></svg:svg>`,
  ],
  [
    "a shadow",
    `<svg ${NS} ${SIZE}><filter id="f" x="-20%" y="-20%" width="140%" height="140%" color-interpolation-filters="sRGB"><feFlood flood-opacity="0" result="none"/><feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0.7 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0"/><feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feBlend in2="none"/><feBlend in="SourceGraphic"/></filter><g filter="url(#f)"><rect x="5" y="5" width="8" height="8" fill="#0a7"/></g></svg>`,
  ],
  [
    "markers",
    `<svg ${NS} ${SIZE}><marker id="m" markerWidth="4" markerHeight="4" refX="2" refY="2" orient="auto"><circle cx="2" cy="2" r="2" fill="#c2185b"/></marker><path d="M4 4L16 16" stroke="#0a7" marker-start="url(#m)" marker-end="url(#m)"/></svg>`,
  ],
  [
    "one of several by language",
    `<svg ${NS} ${SIZE}>${GRADIENT}<switch><foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/" width="1" height="1"><x xmlns="http://ns.adobe.com/"/></foreignObject><g>${FULL}</g></switch></svg>`,
  ],
];

let draw: (svg: string) => Buffer;
beforeAll(async () => {
  const Renderer = await loadSvgRenderer();
  draw = (svg) => Buffer.from(new Renderer(svg).render().pixels);
});

describe("a logo stays the same to the pixel", () => {
  test.each(LOGOS)("with %s", (_, svg) => {
    const before = draw(svg);
    expect(before.some((value) => value !== before[0])).toBe(true);
    const cleaned = cleanSvg(svg);
    expect(draw(cleaned).equals(before)).toBe(true);
    expect(cleanSvg(cleaned)).toBe(cleaned);
  });

  // What draws pictures here knows no variables: browsers do.
  test("with colors by variables", () => {
    const variable = (inside: string) => cleanSvg(`<svg ${NS} viewBox="0 0 40 40">${inside}</svg>`);
    for (const kept of [
      '<style>:root{--brand:#c2185b}.a{fill:var(--brand)}</style><rect class="a"/>',
      '<g style="--Brand-2:rgb(1 2 3)"><rect fill="var(--Brand-2, #000)"/></g>',
    ])
      expect(variable(kept)).toContain(kept);
  });
});
