import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { openGraphImage } from "#content/files/open-graph-image.ts";
import { bundleForNode } from "./bundled.ts";
import { testInFive } from "../in-turn.ts";
import { sample } from "../sample.ts";

const ACME = {
  orgName: "Acme Cloud",
  portalTitle: "Trust Center",
  accentColour: "#1f4b99",
  tagline: "How we protect your data",
};
const LONG =
  "The International Consortium for Responsible Cryptographic Infrastructure & Services, Ltd. (Europe)";

testInFive("is a PNG of 1200 by 630 in the org's color on paper", async () => {
  const { width, height, at } = pixels(await openGraphImage(ACME));
  expect([width, height]).toEqual([1200, 630]);
  expect([at(10, 10), at(600, 400), at(10, 620)]).toEqual(["#1f4b99", "#1f4b99", "#fbfaf8"]);
});

const NAMES = [
  ["short", "Ox"],
  ["long", LONG],
  [
    "one very long word",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
  ],
  ["Greek and Cyrillic", "Ωμέγα Ασφάλεια & Щит Безопасности"],
  ["Vietnamese", "Nguyễn Đặng Bảo Vệ Dữ Liệu"],
  ["two words of which one is long", "A Donaudampfschifffahrtselektrizitätenhauptbetriebswerk"],
] as const;

test.each(sample(NAMES, 2, "names"))(
  "a %s name is drawn whole between the margins and inside of the band",
  async (_, orgName) => {
    const named = pixels(await openGraphImage({ ...ACME, orgName }));
    const plain = pixels(await openGraphImage({ ...ACME, orgName: "." }));
    const box = difference(named, plain);
    expect(box.left).toBeGreaterThanOrEqual(70);
    expect(box.right).toBeLessThanOrEqual(1130);
    expect(box.top).toBeGreaterThanOrEqual(128);
    expect(box.bottom).toBeLessThanOrEqual(424);
  },
);

test("a long tagline ends inside of the margins", async () => {
  const tagged = pixels(await openGraphImage({ ...ACME, tagline: `${LONG} ${LONG} ${LONG}` }));
  const box = difference(tagged, pixels(await openGraphImage({ ...ACME, tagline: "." })));
  expect(box.right).toBeLessThanOrEqual(1130);
  expect(box.bottom).toBeLessThanOrEqual(600);
});

test("text is drawn as text, whatever it says", async () => {
  const hostile = `</text><rect width="1200" height="630" fill="#ff0000"/> & ]]> &amp; "'`;
  const { at } = pixels(
    await openGraphImage({
      orgName: hostile,
      portalTitle: hostile,
      tagline: hostile,
      accentColour: `"/><x y="`,
    }),
  );
  expect([at(10, 10), at(10, 620)]).toEqual(["#1f4b99", "#fbfaf8"]);
  await openGraphImage({
    ...ACME,
    orgName: "\u0000\u202e\ud800\u{1F512}",
    portalTitle: "",
    tagline: "\n",
  });
});

testInFive(
  "a name in a script that the font lacks leaves its place to the title, not to empty boxes",
  async () => {
    const japanese = await openGraphImage({ ...ACME, orgName: "日本語株式会社", tagline: null });
    const title = await openGraphImage({ ...ACME, orgName: ACME.portalTitle, tagline: null });
    const band = (image: Uint8Array) => pixels(image).rows(0, 430);
    expect(band(japanese).equals(band(title))).toBe(true);
    const emoji = await openGraphImage({ ...ACME, orgName: "Acme \u{1F512} Cloud" });
    expect(Buffer.from(emoji).equals(await openGraphImage(ACME))).toBe(true);
  },
);

test("the text on a light accent is dark, on a dark one light", async () => {
  const lettersOf = async (accentColour: string) =>
    pixels(await openGraphImage({ ...ACME, orgName: "IIIII", accentColour })).colors(320, 80, 400);
  expect(await lettersOf("#f2c300")).toContain("#0b0d0f");
  expect(await lettersOf("#1f4b99")).toContain("#ffffff");
});

testInFive("works from a bundled server with node_modules beside the build", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "open-graph-image-"));
  const script = await bundleForNode(
    folder,
    `import { writeFileSync } from "node:fs";
     import { openGraphImage } from ${JSON.stringify(path.resolve("app/content/files/open-graph-image.ts"))};
     const images = await Promise.all([1, 2].map(() => openGraphImage(${JSON.stringify(ACME)})));
     writeFileSync(process.argv[2] ?? "", images[1] ?? "");`,
  );
  const output = path.join(folder, "image.png");
  execFileSync(process.execPath, [script, output], { cwd: tmpdir() });
  expect(readFileSync(output).equals(await openGraphImage(ACME))).toBe(true);
  rmSync(folder, { recursive: true, force: true });
});

interface Pixels {
  width: number;
  height: number;
  at(x: number, y: number): string;
  rows(from: number, to: number): Buffer;
  /** The colors of a row between two columns. */
  colors(y: number, from: number, to: number): string[];
}

/** Reads a PNG of 8 bits a channel, RGBA. */
function pixels(image: Uint8Array): Pixels {
  const png = Buffer.from(image);
  expect(png.subarray(0, 8).toString("latin1")).toBe("\u0089PNG\r\n\u001a\n");
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  expect([...png.subarray(24, 29)]).toEqual([8, 6, 0, 0, 0]);
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const raw = inflateSync(Buffer.concat(data));
  const stride = width * 4;
  const plain = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let i = 0; i < stride; i += 1) {
      const a = i >= 4 ? (plain[y * stride + i - 4] ?? 0) : 0;
      const b = y > 0 ? (plain[(y - 1) * stride + i] ?? 0) : 0;
      const c = i >= 4 && y > 0 ? (plain[(y - 1) * stride + i - 4] ?? 0) : 0;
      const predicted = [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter] ?? 0;
      plain[y * stride + i] = (raw[y * (stride + 1) + 1 + i] ?? 0) + predicted;
    }
  }
  const at = (x: number, y: number) =>
    `#${plain.toString("hex", (y * width + x) * 4, (y * width + x) * 4 + 3)}`;
  return {
    width,
    height,
    at,
    rows: (from, to) => plain.subarray(from * stride, to * stride),
    colors: (y, from, to) => Array.from({ length: to - from }, (_, i) => at(from + i, y)),
  };
}

function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/** The smallest box that holds every pixel in which two pictures differ. */
function difference(
  one: Pixels,
  other: Pixels,
): { left: number; right: number; top: number; bottom: number } {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (let y = 0; y < one.height; y += 1) {
    if (one.rows(y, y + 1).equals(other.rows(y, y + 1))) continue;
    for (let x = 0; x < one.width; x += 1) {
      if (one.at(x, y) === other.at(x, y)) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
  }
  expect(box.left).toBeLessThan(box.right);
  return box;
}
