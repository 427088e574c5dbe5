/** Logos, favicons and the banner. Wordmarks are set in Inter and turned into paths, so that no font is needed. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { svgToPng } from "./png.mjs";

const require = createRequire(import.meta.url);
/** The font reader that PDFKit brings along. */
const fontkit = createRequire(require.resolve("pdfkit"))("fontkit");

/** Marks on a field of 32 by 32, in two colours. */
const marks = {
  acme: (front, back) =>
    `<path fill="${back}" d="M21.2 9.6a2 2 0 0 1 3.4 0l7 14.4A3 3 0 0 1 29 28.4h-8z"/>` +
    `<path fill="${front}" d="M11.2 5.2a2.2 2.2 0 0 1 3.9 0l9.7 19.6a2.5 2.5 0 0 1-2.2 3.6H2.7a2.5 2.5 0 0 1-2.2-3.6z"/>`,
  globex: (front, back) =>
    `<path fill="none" stroke="${front}" stroke-width="2.8" stroke-linecap="round" d="M28.6 17.8A12.8 12.8 0 1 1 20.8 4.1"/>` +
    `<path fill="${back}" d="M13.7 9.5h4.6v4.2h4.2v4.6h-4.2v4.2h-4.6v-4.2H9.5v-4.6h4.2z"/>` +
    `<circle fill="${back}" cx="26.5" cy="8.7" r="2.6"/>`,
};

const brands = {
  acme: {
    name: "Acme Cloud",
    light: { front: "#0b5c6b", back: "#4fb3b8", text: "#10242b" },
    dark: { front: "#5cc3c7", back: "#2f8791", text: "#f2f7f7" },
    tile: { fill: "#0b5c6b", front: "#ffffff", back: "#7fd0d2" },
  },
  globex: {
    name: "Globex Health",
    light: { front: "#6d2f5f", back: "#c06a9f", text: "#2b1424" },
    dark: { front: "#dba8cb", back: "#b86c9d", text: "#faf4f8" },
    tile: { fill: "#6d2f5f", front: "#ffffff", back: "#eab8d8" },
  },
};

/** @param {string} org @returns {Promise<Record<string, string | Buffer>>} files of the org's assets folder, by name */
export async function artwork(org) {
  const brand = brands[org];
  const files = {
    "logo.svg": await logo(org, brand.name, brand.light),
    "logo-dark.svg": await logo(org, brand.name, brand.dark),
    "favicon.svg": favicon(org, brand.tile),
  };
  if (org === "acme") files["banner.png"] = await svgToPng(banner(), 1280);
  return files;
}

async function logo(org, name, { front, back, text }) {
  const { path, width } = await wordmark(name, 20);
  const total = Math.ceil(42 + width);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${total}" height="32" viewBox="0 0 ${total} 32" role="img" aria-label="${name}">${marks[org](front, back)}<path fill="${text}" transform="translate(42 23.2)" d="${path}"/></svg>\n`;
}

function favicon(org, { fill, front, back }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${fill}"/><g transform="translate(5.6 5) scale(.65)">${marks[org](front, back)}</g></svg>\n`;
}

/** @returns {Promise<{ path: string, width: number }>} outlines from the baseline, `size` units an em */
async function wordmark(name, size) {
  const file = await readFile(
    require.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
  );
  const font = fontkit.create(file);
  const { glyphs, positions } = font.layout(name);
  const scale = size / font.unitsPerEm;
  const tracking = -0.012 * size;
  let x = 0;
  const path = glyphs.map((glyph, i) => {
    const outline = glyph.path.scale(scale, -scale).translate(x, 0).toSVG();
    x += positions[i].xAdvance * scale + tracking;
    return outline.replace(/-?\d+\.\d+/g, (value) => String(Math.round(Number(value) * 100) / 100));
  });
  return { path: path.join(""), width: x };
}

/** Ridges in the haze before dawn; dark enough to stand in a light page and in a dark one. */
function banner() {
  const ridges = [
    {
      colour: "#12414c",
      points: [
        [0, 232],
        [150, 196],
        [310, 224],
        [470, 150],
        [560, 178],
        [700, 92],
        [800, 148],
        [905, 108],
        [1030, 176],
        [1150, 136],
        [1280, 190],
      ],
    },
    {
      colour: "#0f4f5b",
      points: [
        [0, 270],
        [190, 238],
        [350, 262],
        [540, 206],
        [650, 232],
        [790, 158],
        [900, 218],
        [1000, 190],
        [1130, 236],
        [1280, 208],
      ],
    },
    {
      colour: "#0e6270",
      points: [
        [0, 300],
        [230, 286],
        [420, 250],
        [560, 284],
        [720, 236],
        [860, 276],
        [1010, 238],
        [1160, 280],
        [1280, 256],
      ],
    },
    {
      colour: "#147a84",
      points: [
        [0, 326],
        [260, 304],
        [480, 316],
        [640, 286],
        [820, 318],
        [1000, 290],
        [1140, 316],
        [1280, 300],
      ],
    },
  ];
  const shapes = ridges.map(
    ({ colour, points }) =>
      `<path fill="${colour}" d="M0 350 L${points.map((p) => p.join(" ")).join(" L")} L1280 350Z"/>`,
  );
  const arcs = [86, 132, 178, 224].map(
    (r, i) =>
      `<circle cx="1010" cy="92" r="${r}" fill="none" stroke="#5cc3c7" stroke-opacity="${0.22 - i * 0.045}" stroke-width="1.5"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 350"><rect width="1280" height="350" fill="#0d2f39"/>${arcs.join("")}<circle cx="1010" cy="92" r="44" fill="#7fd0d2"/>${shapes.join("")}</svg>`;
}
