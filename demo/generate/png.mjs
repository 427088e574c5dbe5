/**
 * SVG to a small PNG. resvg draws with the packaged Inter, so that no font of the machine shows through; the
 * pixels are then reduced to a palette of at most 256 colours, which flat artwork never misses.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { crc32, deflateSync } from "node:zlib";
import { Resvg, initWasm } from "@resvg/resvg-wasm";

const require = createRequire(import.meta.url);
let fonts;

/** @param {string} svg @param {number} width in pixels @returns {Promise<Buffer>} an indexed PNG */
export async function svgToPng(svg, width) {
  fonts ??= await load();
  const image = new Resvg(svg, {
    fitTo: { mode: "width", value: width },
    font: { fontBuffers: fonts, defaultFontFamily: "Inter", sansSerifFamily: "Inter" },
  }).render();
  return encode(image.pixels, image.width, image.height);
}

async function load() {
  await initWasm(await readFile(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const faces = [
    "400Regular/Inter_400Regular",
    "500Medium/Inter_500Medium",
    "600SemiBold/Inter_600SemiBold",
  ];
  return Promise.all(
    faces.map((face) => readFile(require.resolve(`@expo-google-fonts/inter/${face}.ttf`))),
  );
}

/** @param {Uint8Array} rgba opaque pixels */
function encode(rgba, width, height) {
  const { palette, indexOf } = quantize(rgba);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      rows[y * (width + 1) + 1 + x] = indexOf(rgba, (y * width + x) * 4);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flat())),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(8);
  out.writeUInt32BE(data.length, 0);
  out.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([out.subarray(0, 4), body, out.subarray(4)]);
}

/** Median cut: the box of colours that spreads most is halved until there are 256; exact when there are fewer. */
function quantize(rgba) {
  const counts = new Map();
  for (let i = 0; i < rgba.length; i += 4) {
    const key = (rgba[i] << 16) | (rgba[i + 1] << 8) | rgba[i + 2];
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const colours = [...counts].map(([key, count]) => ({
    rgb: [key >> 16, (key >> 8) & 255, key & 255],
    key,
    count,
  }));
  let boxes = [box(colours)];
  while (boxes.length < 256) {
    const widest = boxes.reduce((best, one) => (one.score > best.score ? one : best));
    if (widest.score === 0) break;
    boxes = boxes.filter((one) => one !== widest).concat(halve(widest));
  }
  const index = new Map();
  const palette = boxes.map(({ colours: members }, i) => {
    const total = members.reduce((sum, one) => sum + one.count, 0);
    for (const one of members) index.set(one.key, i);
    return [0, 1, 2].map((c) =>
      Math.round(members.reduce((sum, one) => sum + one.rgb[c] * one.count, 0) / total),
    );
  });
  return { palette, indexOf: (px, i) => index.get((px[i] << 16) | (px[i + 1] << 8) | px[i + 2]) };
}

function box(colours) {
  const spread = [0, 1, 2].map((c) => {
    const values = colours.map((one) => one.rgb[c]);
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  });
  const channel = spread.indexOf(Math.max(...spread));
  const weight = colours.reduce((sum, one) => sum + one.count, 0);
  return {
    colours,
    channel,
    score: spread[channel] === 0 ? 0 : spread[channel] ** 2 * Math.sqrt(weight),
  };
}

/** Splits at the middle of the spread, so that rare colours at its end keep a place of their own. */
function halve({ colours, channel }) {
  const values = colours.map((one) => one.rgb[channel]);
  const middle = (Math.max(...values) + Math.min(...values)) / 2;
  return [
    box(colours.filter((one) => one.rgb[channel] <= middle)),
    box(colours.filter((one) => one.rgb[channel] > middle)),
  ];
}
