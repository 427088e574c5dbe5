import PdfKit from "pdfkit";
import { describe, expect, test } from "vitest";
import { MarkCheck } from "../../app/content/files/watermark/mark-check.ts";
import { MarkForms } from "../../app/content/files/watermark/mark-form.ts";
import { markedCopy, roomFor } from "../../app/content/files/watermark/marked-copy.ts";
import { loadMarkFont } from "../../app/content/files/watermark/overlay.ts";
import { contentEnd } from "../../app/content/files/watermark/pdf-content.ts";
import { Pdfium } from "../../app/content/files/watermark/pdfium.ts";
import { formPage, onePage, stream } from "../pdf-files.ts";
import { packedPdf, smallPdf, streamOf, words, type SmallPage } from "./small-pdfs.ts";
import { testInFive } from "../in-turn.ts";

const MARK = {
  name: "Riley Reader",
  email: "riley@customer.example",
  organisation: "Customer",
  when: "25 Nov 2026, 18:00",
  trace: "ABCD-EFGH",
};
const pdfium = await Pdfium.load();
const font = await loadMarkFont();

async function open(key: string, bytes: Uint8Array, room = 0): Promise<number> {
  await pdfium.documents.take(key, bytes.length, async (write) => write(0, bytes), room);
  return pdfium.documents.held(key);
}

async function marked(original: Uint8Array): Promise<Buffer> {
  await open("marked", original, roomFor(original.length));
  return Buffer.from(await markedCopy(pdfium, "marked", MARK, font));
}

/**
 * On which pages a copy looks like its original in a ninth of the page, or at its foot. They are
 * drawn as readers see them, or as they print them.
 */
async function unmarkedPages(original: Buffer, copy: Buffer, isPrinted = false): Promise<string[]> {
  const [before, after] = [await open("original", original), await open("copy", copy)];
  expect(pdfium.pageCount(after)).toBe(pdfium.pageCount(before));
  const missing: string[] = [];
  for (let page = 1; page <= pdfium.pageCount(after); page += 1) {
    const { width: w, height: h } = pdfium.pageSizes(after)[page - 1] ?? { width: 1, height: 1 };
    const scale = 360 / Math.max(w, h);
    const size = {
      width: Math.max(1, Math.round(w * scale)),
      height: Math.max(1, Math.round(h * scale)),
    };
    const [one, other] = [before, after].map((handle) =>
      pdfium.render(handle, page, size, isPrinted),
    );
    if (one === undefined || other === undefined) throw new Error("nothing is drawn");
    const seen = new Map<string, number>();
    for (let i = 0; i < size.width * size.height; i += 1) {
      const differs = [0, 1, 2].some(
        (channel) =>
          Math.abs((one.pixels[i * 4 + channel] ?? 0) - (other.pixels[i * 4 + channel] ?? 0)) > 1,
      );
      if (!differs) continue;
      const [x, y] = [i % size.width, Math.floor(i / size.width)];
      const field = `${Math.floor((x / size.width) * 3)},${Math.floor((y / size.height) * 3)}`;
      const isFoot = y > size.height * 0.98;
      for (const name of isFoot ? ["foot", field] : [field])
        seen.set(name, (seen.get(name) ?? 0) + 1);
    }
    const fields = [0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => `${x},${y}`));
    for (const field of [...fields, "foot"])
      if ((seen.get(field) ?? 0) < 6) missing.push(`page ${page}: ${field}`);
  }
  return missing;
}

/** What a form draws all over the page when an annotation shows it. */
const YELLOW = streamOf("1 1 0 rg 0 0 9 9 re f", "/Type /XObject /Subtype /Form /BBox [0 0 9 9]");
const over = (...rect: number[]) =>
  `<< /Type /Annot /Subtype /Stamp /F 4 /Rect [${rect.join(" ")}] /AP << /N 4 0 R >> >>`;

const KINDS: Record<string, SmallPage> = {
  "a page": {},
  "a CropBox of no size": { crop: [0, 0, 0, 0] },
  "a CropBox beyond the MediaBox": { crop: [-300, -300, 1_000, 1_100] },
  "a CropBox beside the MediaBox": { crop: [1_000, 1_000, 1_200, 1_200] },
  "boxes below zero": { media: [-300, -400, 312, 392], crop: [-200, -300, 200, 300] },
  "reversed corners": { media: [612, 792, 0, 0], crop: [500, 700, 50, 90] },
  "turned by 90": { rotate: 90, crop: [100, 200, 500, 700] },
  "turned by 180": { rotate: 180 },
  "turned by -90": { rotate: -90 },
  "turned by 450": { rotate: 450, media: [0, 0, 612, 400] },
  "larger units": { extra: "/UserUnit 2" },
  "kept states": { before: "q 0.1 0 0 0.1 0 0 cm q 1 0 0 1 9000 9000 cm" },
  "very many kept states": { before: "q 0.9 0 0 0.9 0 0 cm ".repeat(300) },
  "states taken back too often": { before: "0.1 0 0 0.1 0 0 cm Q Q" },
  "a changed state": { behind: "0.01 0 0 0.01 0 0 cm /Gone gs" },
  "a text without end": { behind: "q BT /F1 400 Tf 3 Tr (open) Tj" },
  "a clip": { behind: "0 0 9 9 re W n" },
  "a clip without end": { behind: "q 0 0 9 9 re W" },
  "no opacity": { before: "q /Gone gs", behind: "q /Gone gs" },
  "a layer without end": { behind: "/OC /Off BDC", extra: "" },
  "a string without end": { behind: "(open" },
  "an array without end": { behind: "[ 1 2" },
  "a picture in the content": {
    behind: "q BI /W 2 /H 2 /CS /G /BPC 8 /F /AHx ID 00ffEI ff00> EI",
  },
  "content in pieces": { content: ["q 0.1 0 0 0.1", "0 0 cm q", words("Pieces")] },
  "a page-wide annotation": { extra: `/Annots [ ${over(0, 0, 612, 792)} ]` },
  "an annotation over its foot": { extra: `/Annots [ ${over(0, 0, 612, 90)} ]` },
  "an annotation of another place": { extra: `/Annots [ ${over(90, 500, 99, 509)} ]` },
  "a black page": { before: "0 g 0 0 612 792 re f" },
  "a page of the mark's own color": { before: "0.066 0.133 0.2 rg 0 0 612 792 re f" },
  "the size of a stamp": { media: [0, 0, 30, 40] },
  "one unit": { media: [0, 0, 1, 1] },
};
const GONE = "/ExtGState << /Gone << /ca 0 /CA 0 /BM /Multiply >> >> /Properties << /Off 5 0 R >>";
const LAYERS = "/OCProperties << /OCGs [ 5 0 R ] /D << /OFF [ 5 0 R ] >> >>";
const LAYER = "<< /Type /OCG /Name (Off) >>";
const ALL = smallPdf(Object.values(KINDS), {
  objects: [YELLOW, LAYER],
  resources: GONE,
  catalog: LAYERS,
});

describe("a marked copy", () => {
  testInFive(
    "shows its mark in each ninth of every page and at its foot, whatever a page is",
    async () => {
      const copy = await marked(ALL);
      const names = Object.keys(KINDS);
      const missing = (await unmarkedPages(ALL, copy)).map((place) =>
        place.replace(/page (\d+)/, (_, page: string) => names[Number(page) - 1] ?? ""),
      );
      expect(missing).toEqual([]);
      expect(copy.subarray(0, ALL.length).equals(ALL)).toBe(true);
      const after = await open("copy", copy);
      expect(pdfium.text(after, 1)).toContain("Page 1");
      expect(pdfium.text(after, 1)).toContain("Riley Reader · riley@customer.example");
    },
  );

  test.each([
    ["inherited boxes", smallPdf([{}, {}], { tree: "/Rotate 90 /CropBox [50 90 400 500]" })],
    ["packed objects", packedPdf([{}, { before: "q q" }])],
    ["packed objects beside a table", packedPdf([{}, { before: "q q" }], true)],
    [
      "content that no one can read",
      smallPdf([{ extra: "/Contents 4 0 R" }], { objects: [streamOf("q q", "/Filter /None")] }),
    ],
    ["a header behind line breaks", Buffer.concat([Buffer.from("\n\n"), smallPdf([{}])])],
  ])("is made of a file with %s, to the letter", async (_, original) => {
    const copy = await marked(original);
    expect(await unmarkedPages(original, copy)).toEqual([]);
    const own = original.subarray(original.indexOf("%PDF"));
    expect(copy.subarray(0, own.length).equals(own)).toBe(true);
  });

  test.each([
    ["a pointer that leads nowhere", async () => wrong(/startxref\n\d+/, "startxref\n7")],
    ["places that are wrong", async () => wrong(/^0000000(\d\d\d) 00000 n/gm, "0000001$1 00000 n")],
    ["pages under a wrong parent", async () => wrong(/\/Parent 2 0 R/g, "/Parent 3 0 R")],
    [
      "a signature",
      async () => smallPdf([{}], { objects: ["<< /Type /Sig /ByteRange [0 1 2 3] >>"] }),
    ],
    ["an owner's password", () => locked({ ownerPassword: "theirs", permissions: {} })],
    [
      "an owner's password, as in 2001",
      () => locked({ ownerPassword: "theirs", pdfVersion: "1.4" }),
    ],
  ])("is written anew of a file with %s", async (_, given) => {
    const original = await given();
    const copy = await marked(original);
    expect(await unmarkedPages(original, copy)).toEqual([]);
    expect(copy.includes("/Encrypt")).toBe(false);
    expect(pdfium.text(await open("copy", copy), 1)).toContain("Riley Reader");
  });

  test("of a PDF/A does not say that it is one, and keeps what else is said", async () => {
    const claims =
      '<x:xmpmeta><rdf:Description pdfaid:rev="2005" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><dc:title>A title</dc:title><pdfaid:part>1</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description></x:xmpmeta>';
    const metadata = streamOf(claims, "/Type /Metadata /Subtype /XML");
    const original = smallPdf([{}], {
      version: "1.4",
      objects: [metadata],
      catalog: "/Metadata 4 0 R",
    });
    const copy = await marked(original);
    expect(await unmarkedPages(original, copy)).toEqual([]);
    const added = copy.subarray(original.length).toString("latin1");
    expect(added).toContain("<dc:title>A title</dc:title></rdf:Description>");
    expect(added).not.toMatch(/<pdfaid:|pdfaid:rev|ObjStm/);
  });

  const COVER = "1 1 0 rg 0 0 612 792 re f";
  const field = (flags: number) =>
    formPage([
      {
        entries: "/FT /Tx /T (Cover) /V (x) /DA (/F1 12 Tf 0 g)",
        looks: { "": COVER },
        rect: [0, 0, 612, 792],
        flags,
      },
    ]);
  const note = (entries: string, look = "") =>
    onePage({
      page: "/Annots [7 0 R]",
      catalog: "/OCProperties << /OCGs [8 0 R] /D << /OFF [8 0 R] >> >>",
      more: [
        stream(COVER, `/Type /XObject /Subtype /Form /BBox [0 0 612 792] ${look}`),
        `<< /Type /Annot /Subtype /Stamp /Rect [0 0 612 792] /AP << /N 6 0 R >> ${entries} >>`,
        "<< /Type /OCG /Name (Layer) >>",
      ],
    });

  test("of a page that a field covers has the field in the page, below its mark", async () => {
    const original = field(4);
    const copy = await marked(original);
    expect(await unmarkedPages(original, copy)).toEqual([]);
    expect(await unmarkedPages(original, copy, true)).toEqual([]);
    expect(copy.includes("/Widget")).toBe(false);
  });

  test.each([
    ["prints and is not on the screen", note("/F 36")],
    ["shows under a pointer", note("/F 292")],
    ["is on the screen and does not print", note("/F 0")],
    ["is hidden until something is clicked", note("/F 6")],
    ["is in a layer", note("/F 4 /OC 8 0 R")],
    ["has a look in a layer", note("/F 4", "/OC 8 0 R")],
    ["is a field for print alone", field(36)],
    ["is a field that is hidden until something is clicked", field(2)],
  ])("has its mark above what %s", async (_, original) => {
    const copy = await marked(original);
    expect(await unmarkedPages(original, copy)).toEqual([]);
    expect(await unmarkedPages(original, copy, true)).toEqual([]);
    // Readers draw the last one above the others.
    const added = copy.subarray(original.length).toString("latin1");
    const last = /\/Annots \[ .* (\d+) 0 R \]/.exec(added)?.[1];
    expect(added).toContain(`\n${last} 0 obj\n<< /Type /Annot /Subtype /Stamp`);
  });

  test("of a page with small hidden fields has its mark in the page", async () => {
    const original = formPage([{ entries: "/FT /Tx /T (Sum) /V (9)", flags: 2 }]);
    const copy = await marked(original);
    expect(await unmarkedPages(original, copy)).toEqual([]);
    expect(copy.includes("/Subtype /Stamp")).toBe(false);
  });

  test.each([
    [10, 5_000, 0],
    [10, 5_000, 90],
    [5_000, 10, 0],
    [30, 3_000, 180],
  ])("has its mark along a strip of %i by %i, turned by %i", async (width, height, rotate) => {
    const original = smallPdf([{ media: [0, 0, width, height], rotate }]);
    const copy = await marked(original);
    const [before, after] = [await open("original", original), await open("copy", copy)];
    const size = rotate === 90 ? { width: height, height: width } : { width, height };
    const [one, other] = [pdfium.render(before, 1, size), pdfium.render(after, 1, size)];
    // Each tenth of its length has some of the mark.
    const seen = new Set<number>();
    for (let at = 0; at < one.pixels.length; at += 4) {
      if (Math.abs((one.pixels[at] ?? 0) - (other.pixels[at] ?? 0)) < 6) continue;
      const [x, y] = [(at / 4) % size.width, Math.floor(at / 4 / size.width)];
      seen.add(Math.floor((10 * Math.max(x, y)) / Math.max(width, height)));
    }
    expect(seen.size).toBeGreaterThanOrEqual(10);
  });

  test("can be marked like any other file", async () => {
    const copy = await marked(smallPdf([{}]));
    expect(await unmarkedPages(copy, await marked(copy))).toEqual([]);
  });

  test("costs nothing for objects that no page is made of", async () => {
    const few = await marked(smallPdf([{}]));
    const objects = Array.from({ length: 50_000 }, (_, i) => `<< /S /P /K ${i} >>`);
    const original = smallPdf([{}], { objects });
    const copy = await marked(original);
    expect(copy.length - original.length).toBeLessThan(few.length + 2_000);
    expect(await unmarkedPages(original, copy)).toEqual([]);
  });

  test("is not made of a file that wants a password, or is none", async () => {
    await expect(marked(await locked({ userPassword: "x" }))).rejects.toThrow("encrypted");
    await expect(marked(Buffer.from("%PDF-1.7 nothing"))).rejects.toThrow("damaged");
    await expect(marked(smallPdf([]))).rejects.toThrow("damaged");
  });

  test.each([
    [
      "a stream whose length is itself",
      (pdf: string) => pdf.replace(/\/Length \d+/g, "/Length 4 0 R"),
    ],
    [
      "an object far beyond its end",
      (pdf: string) => pdf.replace(/\n\d{10}( 00000 n ?\r?\n)(?!\d)/, "\n9999999990$1"),
    ],
    [
      "an object right behind its end",
      (pdf: string) =>
        pdf.replace(
          /\n\d{10}( 00000 n ?\r?\n)(?!\d)/,
          `\n${String(pdf.length + 4).padStart(10, "0")}$1`,
        ),
    ],
  ])("of %s is made anew, or refused as damaged", async (_, broken) => {
    const sound = smallPdf([{ content: words("Reader") }]).toString("latin1");
    const pdf = Buffer.from(broken(sound), "latin1");
    expect(pdf.toString("latin1")).not.toBe(sound);
    const outcome = await marked(pdf).then(
      async (copy) => unmarkedPages(pdf, copy),
      (error: unknown) => (error as { fault?: string }).fault,
    );
    expect([[], "damaged"]).toContainEqual(outcome);
  });

  test("whose mark does not show is known for it", async () => {
    const original = smallPdf([{}]);
    const box = { x: 0, y: 0, width: 612, height: 792 };
    const form = await new MarkForms(MARK, font).of({ box, quarters: 0 });
    const page = { number: 1, form, isNote: false, isSure: false, isPrintedOtherwise: false };
    const check = new MarkCheck(pdfium);
    const copy = await marked(original);
    const [before, after] = [await open("original", original), await open("copy", copy)];
    expect([check.isSeen(before, before, page), check.isSeen(before, after, page)]).toEqual([
      false,
      true,
    ]);
  });
});

test.each([
  ["", ""],
  ["q 1 0 0 1 0 0 cm Q", ""],
  ["q q BT (Q ) ) Tj".replace(") )", ")"), "ET Q Q"],
  ["(a \\) Q (b) Q) Tj q % Q Q\nq /Q Do <51> [ (Q) ] << /Q 1 >>", "Q Q"],
  ["/P << /MCID 0 >> BDC 0 0 m 1 1 l", "n EMC"],
  ["0 0 9 9 re W n", ""],
  ["EMC BT ET", ""],
  ["q BI /W 1 ID \0 Q EI Q\xff EI Q", ""],
  ["Q q", null],
  ["q (open", null],
  ["<51", null],
  ["<> Tj q", "Q"],
  ["[ 1 2", null],
  ["/P << /A [ 1 ] >> [ ] >> ] q", "Q"],
  ["BI ID no end", null],
])("content %j is closed by %j", (content, closing) => {
  expect(contentEnd(Buffer.from(content, "latin1")).closing).toBe(closing);
});

/** A small file in which something is wrong. */
function wrong(pattern: RegExp, instead: string): Buffer {
  return Buffer.from(smallPdf([{}, {}]).toString("latin1").replace(pattern, instead), "latin1");
}

function locked(options: PDFKit.PDFDocumentOptions): Promise<Buffer> {
  const pdf = new PdfKit(options);
  const pieces: Buffer[] = [];
  return new Promise((resolve) => {
    pdf.on("data", (piece: Buffer) => pieces.push(piece));
    pdf.on("end", () => resolve(Buffer.concat(pieces)));
    pdf.text("A report").end();
  });
}
