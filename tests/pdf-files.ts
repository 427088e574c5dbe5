import PdfKit from "pdfkit";

/*
 * PDFs as people's programs write them, made by hand where no library makes such: small, and each
 * with the one thing that a test is about.
 */

/** Objects by their number from 1 up; the first is the catalog. */
export function pdfOfObjects(
  objects: readonly (string | Buffer)[],
  { trailer = "", before = "" }: { trailer?: string; before?: string } = {},
): Buffer {
  const parts: Buffer[] = [Buffer.from(`${before}%PDF-1.7\n`, "latin1")];
  const places: number[] = [];
  let at = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    at += part.length;
  };
  objects.forEach((object, i) => {
    // Offsets count from the header on.
    places.push(at - before.length);
    add(Buffer.from(`${i + 1} 0 obj\n`));
    add(typeof object === "string" ? Buffer.from(object, "latin1") : object);
    add(Buffer.from("\nendobj\n"));
  });
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`);
  const start = at - before.length;
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join("")}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
      "latin1",
    ),
  );
  return Buffer.concat(parts);
}

/** A stream with its dictionary. */
export function stream(bytes: string | Buffer, entries = ""): Buffer {
  const body = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${body.length} >>\nstream\n`, "latin1"),
    body,
    Buffer.from("\nendstream"),
  ]);
}

const HELVETICA =
  "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";
const DINGBATS = "<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>";

interface OnePage {
  words?: string;
  /** Entries of the catalog, the page and the trailer. */
  catalog?: string;
  page?: string;
  trailer?: string;
  before?: string;
  parent?: string;
  /** Objects from number 6 on. */
  more?: readonly (string | Buffer)[];
}

/** A page of 612 by 792 with a line of words: objects 1 to 5 are catalog, tree, page, text, font. */
export function onePage({
  words = "Words of the page",
  catalog = "",
  page = "",
  trailer = "",
  before = "",
  parent = "2 0 R",
  more = [],
}: OnePage = {}): Buffer {
  return pdfOfObjects(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
      `<< /Type /Page /Parent ${parent} /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R ${page} >>`,
      stream(`BT /F1 12 Tf 72 700 Td (${words}) Tj ET`),
      HELVETICA,
      ...more,
    ],
    { trailer, before },
  );
}

/** A field of a form on a page: its own entries, and what it looks like in each state. */
export interface Field {
  entries: string;
  /** Drawing commands, by state; one without states has the empty name. */
  looks?: Readonly<Record<string, string>>;
  rect?: readonly [number, number, number, number];
  flags?: number;
}

/** A page with fields below its line of words; `/F1` is Helvetica in them, `/ZaDb` has ticks. */
export function formPage(
  fields: readonly Field[],
  { form = "", ...page }: { form?: string } & Omit<OnePage, "more"> = {},
): Buffer {
  const more: (string | Buffer)[] = [DINGBATS];
  const numbers = fields.map(({ entries, looks = {}, rect, flags = 4 }, i) => {
    const box = rect ?? [160, 640 - i * 40, 410, 662 - i * 40];
    const size = `/BBox [0 0 ${box[2] - box[0]} ${box[3] - box[1]}]`;
    const states = Object.entries(looks).map(([state, commands]) => {
      more.push(
        stream(
          commands,
          `/Type /XObject /Subtype /Form ${size} /Resources << /Font << /F1 5 0 R /ZaDb 6 0 R >> >>`,
        ),
      );
      return [state, `${5 + more.length} 0 R`] as const;
    });
    const [first] = states;
    const normal =
      first === undefined
        ? ""
        : first[0] === ""
          ? `/AP << /N ${first[1]} >>`
          : `/AP << /N << ${states.map(([state, look]) => `/${state} ${look}`).join(" ")} >> >>`;
    more.push(
      `<< /Type /Annot /Subtype /Widget ${entries} /Rect [${box.join(" ")}] /F ${flags} /P 3 0 R ${normal} >>`,
    );
    return `${5 + more.length} 0 R`;
  });
  return onePage({
    ...page,
    catalog: `${page.catalog ?? ""} /AcroForm << /Fields [${numbers.join(" ")}] /DR << /Font << /F1 5 0 R /ZaDb 6 0 R >> >> /DA (/F1 12 Tf 0 g) ${form} >>`,
    page: `${page.page ?? ""} /Annots [${numbers.join(" ")}]`,
    more,
  });
}

/** Commands that write words into a field. */
export const written = (words: string, font = "F1") =>
  `/Tx BMC q BT /${font} 12 Tf 0 g 2 6 Td (${words}) Tj ET Q EMC`;

/** A PDF that a library protects: by a password for its owner, for its reader, or both. */
export function protectedPdf(
  words: string,
  options: PDFKit.PDFDocumentOptions,
  also: (pdf: PDFKit.PDFDocument) => void = () => undefined,
): Promise<Buffer> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    const pdf = new PdfKit(options);
    pdf.on("data", (piece: Buffer) => pieces.push(piece));
    pdf.on("end", () => resolve(Buffer.concat(pieces)));
    pdf.fontSize(18).text(words);
    also(pdf);
    pdf.end();
  });
}

/** Protected attachments: the document itself asks nobody, and nothing of it is encrypted. */
export function protectedAttachments(words: string): Buffer {
  const key = (letters: string) => `<${letters.repeat(32)}>`;
  const id = `<${"0".repeat(32)}>`;
  return onePage({
    words,
    trailer: `/ID [${id} ${id}] /Encrypt << /Filter /Standard /V 4 /R 4 /Length 128 /P -4 /O ${key("ab")} /U ${key("cd")} /CF << /StdCF << /AuthEvent /EFOpen /CFM /AESV2 /Length 16 >> >> /StmF /Identity /StrF /Identity /EFF /StdCF /EncryptMetadata false >>`,
  });
}

/** A picture in JPEG 2000 (ISO/IEC 15444-1, annex A) that is one gray: all its packets are empty. */
export function jpeg2000(
  width: number,
  height: number,
  { components = 3, levels = 5, tile = Math.max(width, height) } = {},
): Buffer {
  const marker = (code: number, body: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(code, 0);
    head.writeUInt16BE(body.length + 2, 2);
    return Buffer.concat([head, body]);
  };
  const numbers = (...of: [value: number, bytes: 1 | 2 | 4][]) =>
    Buffer.concat(
      of.map(([value, bytes]) => {
        const one = Buffer.alloc(bytes);
        one.writeUIntBE(value, 0, bytes);
        return one;
      }),
    );
  const size = marker(
    0xff51,
    Buffer.concat([
      numbers([0, 2], [width, 4], [height, 4], [0, 4], [0, 4]),
      numbers([tile, 4], [tile, 4], [0, 4], [0, 4], [components, 2]),
      ...Array.from({ length: components }, () => numbers([7, 1], [1, 1], [1, 1])),
    ]),
  );
  const coding = marker(
    0xff52,
    numbers([0, 1], [0, 1], [1, 2], [0, 1], [levels, 1], [4, 1], [4, 1], [0, 1], [1, 1]),
  );
  const steps = marker(
    0xff5c,
    Buffer.concat([
      numbers([0x40, 1]),
      ...Array.from({ length: 3 * levels + 1 }, () => numbers([9 << 3, 1])),
    ]),
  );
  const packets = Buffer.alloc((levels + 1) * components);
  const tiles = Math.ceil(width / tile) * Math.ceil(height / tile);
  const parts = Array.from({ length: tiles }, (_, number) =>
    Buffer.concat([
      marker(0xff90, numbers([number, 2], [14 + packets.length, 4], [0, 1], [1, 1])),
      numbers([0xff93, 2]),
      packets,
    ]),
  );
  return Buffer.concat([numbers([0xff4f, 2]), size, coding, steps, ...parts, numbers([0xffd9, 2])]);
}

/** A page of A4 that is one scanned picture. @param isWithin lies in a form of the page */
export function scannedPage(
  picture: Buffer,
  { width, height, components = 3 }: { width: number; height: number; components?: number },
  { isWithin = false, page = "" } = {},
): Buffer {
  const [pageWidth, pageHeight] = [595, 842];
  const colors = components === 1 ? "/DeviceGray" : components === 4 ? "/DeviceCMYK" : "/DeviceRGB";
  return pdfOfObjects([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Resources << /XObject << /Im ${isWithin ? 6 : 5} 0 R >> >> /Contents 4 0 R ${page} >>`,
    stream(`q ${pageWidth} 0 0 ${pageHeight} 0 0 cm /Im Do Q`),
    stream(
      picture,
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace ${colors} /Filter /JPXDecode`,
    ),
    // As programs do that put a scan into a frame of their own: half its place, drawn twice as large.
    stream(
      "q 2 0 0 2 0 0 cm /Im Do Q",
      "/Type /XObject /Subtype /Form /BBox [0 0 2 2] /Matrix [0.5 0 0 0.5 0 0] /Resources << /XObject << /Im 5 0 R >> >>",
    ),
  ]);
}
