import { expect, test } from "vitest";
import { pictureSize, shownPictureSize, turnOfJpeg } from "#platform/files/picture-size.ts";

const segment = (marker: number, body: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};
/** The frame header of a JPEG of 300 by 200, with so many colors. */
const frame = (marker: number, colors: number) =>
  segment(
    marker,
    Buffer.from([8, 0, 200, 1, 44, colors, ...Array.from({ length: colors * 3 }, () => 1)]),
  );
const jpeg = (...parts: Buffer[]) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts]);
const exif = segment(0xe1, Buffer.from("Exif\0\0MM\0*\0\0\0\u0008\0\u0001\u0001\u0012", "latin1"));
const adobe = segment(0xee, Buffer.from("Adobe\0d\0\0\0\0\u0002", "latin1"));
const head = (text: string, ...numbers: number[]) =>
  Buffer.concat([Buffer.from(text, "latin1"), Buffer.from(numbers), Buffer.alloc(40)]);

/** The first chunk of a PNG of 300 by 200. */
function png(depth: number, color: number, interlaced: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write("\u0089PNG\r\n\u001a\n", 0, "latin1");
  bytes.writeUInt32BE(13, 8);
  bytes.write("IHDR", 12);
  bytes.writeUInt32BE(300, 16);
  bytes.writeUInt32BE(200, 20);
  bytes.set([depth, color, 0, 0, interlaced], 24);
  return bytes;
}

/** An icon with one picture in it. */
function icon(picture: Buffer): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.set([0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 32, 0]);
  bytes.writeUInt32LE(picture.length, 14);
  bytes.writeUInt32LE(22, 18);
  return Buffer.concat([bytes, picture]);
}

const PICTURES: [what: string, bytes: Buffer][] = [
  ["a baseline JPEG", jpeg(frame(0xc0, 3))],
  ["a progressive JPEG", jpeg(frame(0xc2, 3))],
  [
    "a progressive CMYK JPEG of Photoshop",
    jpeg(adobe, segment(0xe2, Buffer.alloc(3_000)), frame(0xc2, 4)),
  ],
  ["a turned JPEG of a phone, by its stored size", jpeg(exif, frame(0xc0, 3))],
  ["a JPEG with fill bytes", jpeg(exif, Buffer.from([0xff, 0xff, 0xff]), frame(0xc0, 1))],
  ["a PNG of 16 bits", png(16, 6, 0)],
  ["an interlaced PNG", png(8, 3, 1)],
  ["an animated GIF", head("GIF89a", 44, 1, 200, 0)],
  ["an animated WebP", head("RIFF\0\0\0\0WEBPVP8X\n\0\0\0", 0x12, 0, 0, 0, 43, 1, 0, 199, 0, 0)],
  ["an icon with a PNG in it", icon(png(8, 6, 0))],
];

test.each(PICTURES)("%s says its size", (_, bytes) => {
  expect(pictureSize(bytes)).toEqual({ width: 300, height: 200 });
});

test("a JPEG that ends in fill bytes says none", () => {
  expect(pictureSize(jpeg(Buffer.alloc(1_000, 0xff)))).toBeNull();
});

/** What a camera writes of a picture: how it is turned, after two other facts. */
function facts(turn: number, isLittle: boolean): Buffer {
  const bytes = Buffer.alloc(8 + 2 + 3 * 12 + 4);
  const short = (value: number, at: number) =>
    isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
  bytes.write(isLittle ? "II" : "MM", 0, "latin1");
  short(42, 2);
  long(8, 4);
  short(3, 8);
  for (const [nth, tag] of [0x010f, 0x0110, 0x0112].entries()) {
    short(tag, 10 + 12 * nth);
    short(3, 12 + 12 * nth);
    long(1, 14 + 12 * nth);
    short(nth === 2 ? turn : 7, 18 + 12 * nth);
  }
  return segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0", "latin1"), bytes]));
}

test.each([
  [1, { width: 300, height: 200 }],
  [3, { width: 300, height: 200 }],
  [6, { width: 200, height: 300 }],
  [8, { width: 200, height: 300 }],
])("a JPEG that its camera turned by %s is shown in that size", (turn, size) => {
  for (const isLittle of [true, false]) {
    const bytes = jpeg(facts(turn, isLittle), frame(0xc0, 3));
    expect([turnOfJpeg(bytes), shownPictureSize(bytes)]).toEqual([turn, size]);
    expect(pictureSize(bytes)).toEqual({ width: 300, height: 200 });
  }
});

test("a JPEG whose turn is none, or whose facts are cut, is not turned", () => {
  const cut = (bytes: Buffer, length: number) => segment(0xe1, bytes.subarray(4, 4 + length));
  for (const odd of [
    facts(0, true),
    facts(9, true),
    ...[6, 10, 14, 20, 40].map((length) => cut(facts(6, true), length)),
  ])
    expect(turnOfJpeg(jpeg(odd, frame(0xc0, 3)))).toBe(1);
  expect(turnOfJpeg(png(8, 6, 0))).toBe(1);
});
