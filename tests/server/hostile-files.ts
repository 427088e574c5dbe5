import { deflateSync, crc32 } from "node:zlib";

/**
 * Files that are small and sound, and take more time or memory to show or mark than any machine has. Each
 * takes a salt, so that a test can have several that differ in their bytes.
 */

/** A PDF of these objects, the first of them its catalog. */
export function pdfOf(objects: readonly (string | Buffer)[], salt = ""): Buffer {
  const parts: Buffer[] = [Buffer.from(`%PDF-1.7\n%${salt}\n`)];
  let at = parts[0]?.length ?? 0;
  const places = objects.map((object, i) => {
    const place = at;
    const whole = Buffer.concat([
      Buffer.from(`${i + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from("\nendobj\n"),
    ]);
    parts.push(whole);
    at += whole.length;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

export function stream(dictionary: string, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from("\nendstream"),
  ]);
}

const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
const pages = (kids: string, count: number) => `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`;
const LETTER = "/MediaBox [0 0 612 792]";

/** Ten nested forms, each drawn ten times by the one above: ten thousand million rectangles in 3 KB. */
export function nestedForms(salt = "", depth = 10): Buffer {
  const objects: (string | Buffer)[] = [
    CATALOG,
    pages("3 0 R", 1),
    `<< /Type /Page /Parent 2 0 R ${LETTER} /Resources << /XObject << /F 5 0 R >> >> /Contents 4 0 R >>`,
    stream("", "/F Do ".repeat(10)),
  ];
  for (let i = 0; i < depth; i += 1) {
    const last = i === depth - 1;
    const below = last ? "" : ` /Resources << /XObject << /F ${objects.length + 2} 0 R >> >>`;
    objects.push(
      stream(
        `/Type /XObject /Subtype /Form /BBox [0 0 612 792]${below}`,
        last ? "0 0 10 10 re f ".repeat(50) : "/F Do ".repeat(10),
      ),
    );
  }
  return pdfOf(objects, salt);
}

/** A color function of thousands of steps, worked out for each point of the page: time, and no memory. */
export function slowShading(salt = "", steps = 20_000): Buffer {
  return pdfOf(
    [
      CATALOG,
      pages("3 0 R", 1),
      `<< /Type /Page /Parent 2 0 R ${LETTER} /Resources << /Shading << /S 5 0 R >> >> /Contents 4 0 R >>`,
      stream("", "/S sh"),
      "<< /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [612 0 0 792 0 0] /Function 6 0 R >>",
      stream(
        "/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]",
        `{ dup ${"dup mul sqrt ".repeat(steps)} }`,
      ),
    ],
    salt,
  );
}

const SOUND = [
  "/Resources << /Font << /H << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>",
  "BT /H 24 Tf 72 700 Td (A sound page) Tj ET",
] as const;

/** A file of one page that nothing is wrong with. */
export function soundPage(salt = ""): Buffer {
  return pdfOf(
    [
      CATALOG,
      pages("3 0 R", 1),
      `<< /Type /Page /Parent 2 0 R ${LETTER} ${SOUND[0]} /Contents 4 0 R >>`,
      stream("", SOUND[1]),
    ],
    salt,
  );
}

/** A sound first page, and behind it one that takes all the time there is. */
export function laterSlowPage(salt = "", steps = 20_000): Buffer {
  return pdfOf(
    [
      CATALOG,
      pages("3 0 R 4 0 R", 2),
      `<< /Type /Page /Parent 2 0 R ${LETTER} ${SOUND[0]} /Contents 5 0 R >>`,
      `<< /Type /Page /Parent 2 0 R ${LETTER} /Resources << /Shading << /S 7 0 R >> >> /Contents 6 0 R >>`,
      stream("", SOUND[1]),
      stream("", "/S sh"),
      "<< /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [612 0 0 792 0 0] /Function 8 0 R >>",
      stream(
        "/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]",
        `{ dup ${"dup mul sqrt ".repeat(steps)} }`,
      ),
    ],
    salt,
  );
}

/** A sound first page, and behind it one that takes all the memory there is. */
export function laterPage(salt = ""): Buffer {
  const objects: (string | Buffer)[] = [
    CATALOG,
    pages("3 0 R 4 0 R", 2),
    `<< /Type /Page /Parent 2 0 R ${LETTER} ${SOUND[0]} /Contents 6 0 R >>`,
    `<< /Type /Page /Parent 2 0 R ${LETTER} /Resources << /XObject << /F 7 0 R >> >> /Contents 5 0 R >>`,
    stream("", "/F Do ".repeat(10)),
    stream("", SOUND[1]),
  ];
  for (let i = 0; i < 9; i += 1) {
    const below = i === 8 ? "" : ` /Resources << /XObject << /F ${objects.length + 2} 0 R >> >>`;
    objects.push(
      stream(
        `/Type /XObject /Subtype /Form /BBox [0 0 612 792]${below}`,
        i === 8 ? "0 0 10 10 re f ".repeat(50) : "/F Do ".repeat(10),
      ),
    );
  }
  return pdfOf(objects, salt);
}

/** An object stream that unpacks, twice over, to so many megabytes of objects. */
export function objectStreamBomb(salt = "", megabytes = 48): Buffer {
  const count = 2_000;
  const index = Array.from({ length: count }, (_, i) => `${100 + i} ${i * 2}`).join(" ");
  const body = Buffer.concat([
    Buffer.from(`${index} `),
    Buffer.alloc(megabytes * 1024 * 1024, "[1 [2 [3 [4 5]]]] "),
  ]);
  return pdfOf(
    [
      CATALOG,
      pages("3 0 R", 1),
      `<< /Type /Page /Parent 2 0 R ${LETTER} >>`,
      stream(
        `/Type /ObjStm /N ${count} /First ${index.length + 1} /Filter [/FlateDecode /FlateDecode]`,
        deflateSync(deflateSync(body, { level: 9 }), { level: 9 }),
      ),
    ],
    salt,
  );
}

/** A file whose page itself lies in a stream that unpacks to so many megabytes of objects. */
export function packedPageBomb(salt = "", megabytes = 128): Buffer {
  const page = `<< /Type /Page /Parent 2 0 R ${LETTER} >> `;
  const head = `3 0 9 ${page.length} `;
  const body = Buffer.concat([
    Buffer.from(head + page),
    Buffer.alloc(megabytes * 1024 * 1024, "[1 [2 [3 [4 5]]]] "),
  ]);
  const whole = pdfOf(
    [
      CATALOG,
      pages("3 0 R", 1),
      "null",
      stream(
        `/Type /ObjStm /N 2 /First ${head.length} /Filter [/FlateDecode /FlateDecode]`,
        deflateSync(deflateSync(body, { level: 9 }), { level: 9 }),
      ),
    ],
    salt,
  );
  const text = whole.toString("latin1");
  const at = (number: number) => text.indexOf(`\n${number} 0 obj`) + 1;
  const rows = [0, at(1), at(2), 4, at(4), text.indexOf("xref\n")].map((place, number) => {
    const row = Buffer.alloc(7);
    row.writeUInt8(number === 0 ? 0 : number === 3 ? 2 : 1, 0);
    row.writeUInt32BE(place, 1);
    return row;
  });
  const start = text.indexOf("xref\n");
  return Buffer.concat([
    whole.subarray(0, start),
    Buffer.from("5 0 obj\n"),
    stream("/Type /XRef /Size 6 /W [1 4 2] /Root 1 0 R", Buffer.concat(rows)),
    Buffer.from(`\nendobj\nstartxref\n${start}\n%%EOF\n`),
  ]);
}

/** A page of a thousand million units, or of what else is asked for. */
export function hugePage(salt = "", box = "0 0 1000000000 10"): Buffer {
  return pdfOf(
    [CATALOG, pages("3 0 R", 1), `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] >>`],
    salt,
  );
}

/** As many pages, each of another size. */
export function manySizes(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, i) => `${i + 3} 0 R`).join(" ");
  return pdfOf([
    CATALOG,
    pages(kids, count),
    ...Array.from(
      { length: count },
      (_, i) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${600 + i} 800] >>`,
    ),
  ]);
}

/** A page with so many annotations, each drawn by a form that draws a hundred rectangles. */
export function manyAnnotations(salt = "", count = 200_000): Buffer {
  return pdfOf(
    [
      CATALOG,
      pages("3 0 R", 1),
      `<< /Type /Page /Parent 2 0 R ${LETTER} /Annots [${"5 0 R ".repeat(count)}] >>`,
      stream("/Type /XObject /Subtype /Form /BBox [0 0 612 792]", "0 0 600 700 re f ".repeat(100)),
      "<< /Type /Annot /Subtype /Stamp /Rect [0 0 612 792] /F 4 /AP << /N 4 0 R >> >>",
    ],
    salt,
  );
}

/** A page tree that leads back to itself. */
export function circularPages(salt = ""): Buffer {
  return pdfOf([CATALOG, "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>"], salt);
}

/** A small PNG of so many pixels. */
export function largePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const whole = Buffer.alloc(data.length + 12);
    whole.writeUInt32BE(data.length, 0);
    whole.write(type, 4, "latin1");
    data.copy(whole, 8);
    whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length);
    return whole;
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc((width * 4 + 1) * height))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
