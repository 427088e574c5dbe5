import { isFrame, segmentsOf, turnOfJpeg } from "#platform/files/picture-size.ts";
import type { PageSize } from "./jobs.ts";

const COLORS: Readonly<Record<number, string>> = {
  1: "/DeviceGray",
  3: "/DeviceRGB",
  4: "/DeviceCMYK",
};
/** Programs that write CMYK write it inverted, and say so by this marker. */
const ADOBE = Buffer.from("Adobe");

/**
 * A PDF of one page that a JPEG fills, turned as its camera says; null when its header does not say
 * how many colors it has.
 * @param size as the JPEG is stored
 */
export function jpegPage(jpeg: Buffer, { width, height }: PageSize): Buffer | null {
  const components = componentsOf(jpeg);
  const colors = COLORS[components];
  if (colors === undefined) return null;
  const inverted = components === 4 && jpeg.subarray(0, 64 * 1024).includes(ADOBE);
  // The page's own size does not matter: it is drawn at the size that is asked for.
  const upright = UPRIGHT[turnOfJpeg(jpeg) - 1] ?? [1, 0, 0, 1, 0, 0];
  const draw = `q ${upright.map((number) => number * SIDE).join(" ")} cm /I Do Q`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${SIDE} ${SIDE}] /Resources << /XObject << /I 5 0 R >> >> /Contents 4 0 R >>`,
    `<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${colors} /BitsPerComponent 8 /Filter /DCTDecode${inverted ? " /Decode [1 0 1 0 1 0 1 0]" : ""} /Length ${jpeg.length} >>\nstream\n`,
  ];
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n")];
  const places: number[] = [];
  let at = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    at += part.length;
  };
  objects.forEach((text, i) => {
    places.push(at);
    add(Buffer.from(`${i + 1} 0 obj\n${text}`));
    if (i === objects.length - 1) {
      add(jpeg);
      add(Buffer.from("\nendstream"));
    }
    add(Buffer.from("\nendobj\n"));
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  add(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** How many colors a point has, from the frame header. */
function componentsOf(bytes: Buffer): number {
  for (const { marker, at } of segmentsOf(bytes)) if (isFrame(marker)) return bytes[at + 5] ?? 0;
  return 0;
}

const SIDE = 600;

/** Where the stored picture lies on the page so that it stands upright, by its turn from 1 to 8. */
const UPRIGHT: readonly (readonly [number, number, number, number, number, number])[] = [
  [1, 0, 0, 1, 0, 0],
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, -1, -1, 0, 1, 1],
  [0, -1, 1, 0, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 1, -1, 0, 1, 0],
];
