import { expect, test } from "vitest";
import { pictureSize } from "#platform/files/picture-size.ts";

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
