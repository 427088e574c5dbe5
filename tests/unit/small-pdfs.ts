import { deflateSync } from "node:zlib";

/** A page of a small PDF, as its dictionary and its content say it. */
export interface SmallPage {
  media?: readonly number[];
  crop?: readonly number[];
  rotate?: number;
  /** What its content does, before and behind the words that stand on each page. */
  before?: string;
  behind?: string;
  content?: string | readonly string[];
  /** What else its dictionary says, `/Annots` for one. */
  extra?: string;
}

interface SmallPdf {
  version?: string;
  /** Further objects, the first of them number 4. */
  objects?: readonly string[];
  catalog?: string;
  tree?: string;
  resources?: string;
}

/** Words at a place of a page. */
export const words = (text: string, x = 72, y = 700) => `BT /F1 18 Tf ${x} ${y} Td (${text}) Tj ET`;

export const streamOf = (content: string, entries = "") =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** The objects of a PDF of these pages; the first of them is its catalog. */
export function smallObjects(
  pages: readonly SmallPage[],
  { objects = [], catalog = "", tree = "", resources = "" }: SmallPdf = {},
): string[] {
  const all = ["", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>", ...objects];
  const kids = pages.map((page, i) => {
    const { media, crop, rotate, before = "", behind = "", extra = "" } = page;
    const content = page.content ?? `${before} ${words(`Page ${i + 1}`)} ${behind}`;
    const parts = [content].flat().map((part) => all.push(streamOf(part)));
    const entries = [
      "/Type /Page /Parent 2 0 R",
      media === undefined ? "" : `/MediaBox [${media.join(" ")}]`,
      crop === undefined ? "" : `/CropBox [${crop.join(" ")}]`,
      rotate === undefined ? "" : `/Rotate ${rotate}`,
      `/Contents [ ${parts.map((number) => `${number} 0 R`).join(" ")} ]`,
      extra,
    ];
    return all.push(`<< ${entries.join(" ")} >>`);
  });
  all[0] = `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`;
  all[1] = `<< /Type /Pages /Count ${kids.length} /Kids [ ${kids.map((kid) => `${kid} 0 R`).join(" ")} ] /MediaBox [0 0 612 792] /Resources << ${resources} /Font << /F1 3 0 R >> >> ${tree} >>`;
  return all;
}

function bodyOf(objects: readonly (string | null)[], version: string) {
  let body = `%PDF-${version}\n`;
  const places = objects.map((object, i) => {
    const place = body.length;
    if (object !== null) body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  return { body, places };
}

/** A PDF with a plain table of its objects. */
export function smallPdf(pages: readonly SmallPage[], options: SmallPdf = {}): Buffer {
  const objects = smallObjects(pages, options);
  const { body, places } = bodyOf(objects, options.version ?? "1.7");
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    "latin1",
  );
}

/**
 * The same with its objects packed into streams, and a cross-reference that is a stream, or a table
 * beside one (a hybrid).
 */
export function packedPdf(pages: readonly SmallPage[], isHybrid = false): Buffer {
  const objects = smallObjects(pages);
  const isPacked = (object: string) => !object.includes("stream");
  const packed = objects.flatMap((object, i) => (isPacked(object) ? [i] : []));
  let inside = "";
  const index = packed.map((i) => {
    const place = inside.length;
    inside += `${objects[i]} `;
    return `${i + 1} ${place}`;
  });
  const head = `${index.join(" ")} `;
  const deflated = deflateSync(Buffer.from(head + inside, "latin1")).toString("latin1");
  const holder = streamOf(
    deflated,
    `/Type /ObjStm /N ${packed.length} /First ${head.length} /Filter /FlateDecode`,
  );
  const all = [...objects.map((object) => (isPacked(object) ? null : object)), holder];
  const { body, places } = bodyOf(all, "1.5");
  const own = all.length + 1;
  const rows = [...all, ""].map((object, i) => {
    const row = Buffer.alloc(7);
    const place = packed.indexOf(i);
    row.writeUInt8(object === null ? 2 : 1, 0);
    row.writeUInt32BE(object === null ? all.length : (places[i] ?? body.length), 1);
    row.writeUInt16BE(object === null ? place : 0, 5);
    return row;
  });
  const table = predicted([Buffer.alloc(7), ...rows]);
  const trailer = `/Size ${own + 1} /Root 1 0 R`;
  const section = `${own} 0 obj\n${streamOf(
    deflateSync(table).toString("latin1"),
    `/Type /XRef /W [1 4 2] /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 7 >> ${trailer}`,
  )}\nendobj\n`;
  const start = body.length;
  if (!isHybrid) return Buffer.from(`${body}${section}startxref\n${start}\n%%EOF\n`, "latin1");
  const plain = all.map((object, i) =>
    object === null ? "0000000000 00000 f \n" : `${String(places[i]).padStart(10, "0")} 00000 n \n`,
  );
  return Buffer.from(
    `${body}${section}xref\n0 ${all.length + 1}\n0000000000 65535 f \n${plain.join("")}trailer\n<< ${trailer} /XRefStm ${start} >>\nstartxref\n${start + section.length}\n%%EOF\n`,
    "latin1",
  );
}

/** Rows as differences to the row above (PNG's filter 2). */
function predicted(rows: readonly Buffer[]): Buffer {
  return Buffer.concat(
    rows.map((row, i) =>
      Buffer.from([2, ...row.map((byte, column) => byte - (rows[i - 1]?.[column] ?? 0))]),
    ),
  );
}
