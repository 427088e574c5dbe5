/** A page of a PDF that is made by hand, to have text in it as programs write it. */
export interface TextPage {
  /**
   * Drawing commands; `/F1` is Helvetica, `/Said` the same with an `x` that says `Hiddenword` and an
   * `m` that says `ffi`, `/L1` and `/L2` are layers, `/None` draws with no ink.
   */
  content: string;
  crop?: readonly [number, number, number, number];
  rotate?: number;
}

/** Words on a page of 612 by 792. */
export const line = (words: string, y: number, x = 72, size = 12) =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${words}) Tj ET`;

interface Layer {
  /** Off while somebody looks at the document. */
  isOff?: boolean;
  /** There for printing, and not for looking at. */
  isForPrint?: boolean;
}

const hex = (text: string, digits: number) =>
  Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(digits, "0")).join("");

/** What the letters of a font are said to stand for. */
function saying(letters: Readonly<Record<string, string>>): string {
  const rows = Object.entries(letters).map(([from, to]) => `<${hex(from, 2)}> <${hex(to, 4)}>`);
  return `begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${rows.length} beginbfchar ${rows.join(" ")} endbfchar endcmap`;
}

/** A text that is said in place of what is drawn. */
export const replaced = (text: string, content: string) =>
  `/Span << /ActualText (${text}) >> BDC ${content} EMC`;

/** A gray picture of 16 by 16, stripes or one color. */
const picture = (gray: (x: number) => number) =>
  Array.from({ length: 256 }, (_, at) =>
    gray(at % 16)
      .toString(16)
      .padStart(2, "0"),
  ).join("");

/**
 * A PDF with those pages; `/Stripes` and `/Black` are pictures.
 * @param layers what `/L1` and `/L2` are
 */
export function textPdf(pages: readonly TextPage[], layers: readonly Layer[] = []): Buffer {
  const objects: string[] = [];
  const add = (object: string) => objects.push(object);
  const stream = (entries: string, body: string) =>
    add(`<< ${entries} /Length ${body.length} >>\nstream\n${body}\nendstream`);
  const catalog = add("");
  const tree = add("");
  const font = add(
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  );
  const said = stream("", saying({ x: "Hiddenword", m: "ffi" }));
  const saidFont = add(
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode ${said} 0 R >>`,
  );
  const image = "/Type /XObject /Subtype /Image /Width 16 /Height 16 /BitsPerComponent 8";
  const gray = "/ColorSpace /DeviceGray /Filter /ASCIIHexDecode";
  const stripes = stream(`${image} ${gray}`, `${picture((x) => (x % 2 === 0 ? 0 : 255))}>`);
  const black = stream(`${image} ${gray}`, `${picture(() => 0)}>`);
  const none = add("<< /Type /ExtGState /ca 0 /CA 0 >>");
  const groups = layers.map(({ isForPrint = false }, at) =>
    add(
      `<< /Type /OCG /Name (Layer ${at + 1}) ${isForPrint ? "/Usage << /Print << /PrintState /ON >> /View << /ViewState /OFF >> >>" : ""} >>`,
    ),
  );
  const refs = (numbers: readonly number[]) => numbers.map((number) => `${number} 0 R`).join(" ");
  const off = groups.filter((_, at) => layers[at]?.isOff === true);
  const printed = groups.filter((_, at) => layers[at]?.isForPrint === true);
  const properties = groups.map((group, at) => `/L${at + 1} ${group} 0 R`).join(" ");
  const kids = pages.map(({ content, crop, rotate }) => {
    const contents = stream("", content);
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] ${crop === undefined ? "" : `/CropBox [${crop.join(" ")}]`} ${rotate === undefined ? "" : `/Rotate ${rotate}`} /Resources << /Font << /F1 ${font} 0 R /Said ${saidFont} 0 R >> /XObject << /Stripes ${stripes} 0 R /Black ${black} 0 R >> /ExtGState << /None ${none} 0 R >> /Properties << ${properties} >> >> /Contents ${contents} 0 R >>`,
    );
  });
  objects[catalog - 1] =
    `<< /Type /Catalog /Pages ${tree} 0 R ${groups.length === 0 ? "" : `/OCProperties << /OCGs [${refs(groups)}] /D << /Order [${refs(groups)}] /OFF [${refs(off)}] /AS [<< /Event /View /Category [/View] /OCGs [${refs(printed)}] >>] >> >>`} >>`;
  objects[tree - 1] = `<< /Type /Pages /Count ${kids.length} /Kids [${refs(kids)}] >>`;
  let text = "%PDF-1.7\n";
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    "latin1",
  );
}
