import { PDFDocument } from "@cantoo/pdf-lib";
import { beforeAll, describe, expect, test } from "vitest";
import type { CopyKind } from "#content/files/watermark/clean-copy.ts";
import { jpegPage } from "#content/files/watermark/jpeg-page.ts";
import { Pdfium } from "#content/files/watermark/pdfium.ts";
import {
  formPage,
  jpeg2000,
  onePage,
  protectedAttachments,
  protectedPdf,
  scannedPage,
  stream,
  written,
  type Field,
} from "../pdf-files.ts";

let engine: Pdfium;
beforeAll(async () => {
  engine = await Pdfium.load();
});

async function opened(bytes: Buffer): Promise<number> {
  await engine.documents.take("file", bytes.length, async (write) => write(0, bytes));
  return engine.documents.held("file");
}

/** How many pixels of a page are dark; an image of one pixel a unit is enough. */
async function ink(bytes: Buffer, size = { width: 612, height: 792 }): Promise<number> {
  const { pixels } = engine.render(await opened(bytes), 1, size);
  let dark = 0;
  for (let at = 0; at < pixels.length; at += 4)
    if (Math.min(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0) < 128) dark += 1;
  return dark;
}

const text = (name: string, value: string): Field => ({
  entries: `/FT /Tx /T (${name}) /V (${value}) /DA (/F1 12 Tf 0 g)`,
  looks: { "": written(value) },
});
const ticked = (look: string, state = "Yes"): Field => ({
  entries: `/FT /Btn /T (Agreed) /V /${state} /AS /${state}`,
  looks: { Yes: look, Off: "" },
  rect: [160, 640, 174, 654],
});
const FILLED = "q 0 0 1 rg 1 1 12 12 re f Q";

describe("a filled form", () => {
  test.each<[string, Field[], string]>([
    ["a text field", [text("Insurer", "Northwind Mutual")], ""],
    [
      "a text field without its look",
      [{ entries: text("Insurer", "Northwind Mutual").entries }],
      "/NeedAppearances true",
    ],
    ["a tick", [ticked(FILLED)], ""],
    ["a tick of a font", [ticked("q BT /ZaDb 12 Tf 0 g 1 2 Td (4) Tj ET Q")], ""],
    [
      "a radio button",
      [
        {
          entries: "/FT /Btn /Ff 49152 /T (Choice) /V /Yes /AS /Yes",
          looks: { Yes: FILLED, Off: "" },
        },
      ],
      "",
    ],
    [
      "a combo box",
      [
        {
          entries: "/FT /Ch /Ff 131072 /T (Country) /Opt [(Norway) (Peru)] /V (Peru)",
          looks: { "": written("Peru") },
        },
      ],
      "",
    ],
    [
      "a list",
      [
        {
          entries: "/FT /Ch /T (Plans) /Opt [(Small) (Large)] /V (Large)",
          looks: { "": written("Large") },
        },
      ],
      "",
    ],
    [
      "a push button",
      [{ entries: "/FT /Btn /Ff 65536 /T (Logo)", looks: { "": written("Print this") } }],
      "",
    ],
    [
      "the stamp of a signature",
      [{ entries: "/FT /Sig /T (Signature)", looks: { "": written("Signed by Ada") } }],
      "",
    ],
  ])("shows %s", async (_, fields, form) => {
    const before = await ink(onePage());
    expect(await ink(formPage(fields, { form }))).toBeGreaterThan(before + 20);
    const page = "/Rotate 90";
    const size = { width: 792, height: 612 };
    const turned = await ink(onePage({ page }), size);
    expect(await ink(formPage(fields, { form, page }), size)).toBeGreaterThan(turned + 20);
  });

  test("shows no color of its own, nothing hidden, and no tick that is not set", async () => {
    const before = await ink(onePage());
    const empty = { entries: "/FT /Tx /T (Name) /DA (/F1 12 Tf 0 g)" };
    const size = { width: 306, height: 396 };
    const { pixels } = engine.render(await opened(formPage([empty])), 1, size);
    const isGray = (_: number, i: number) => pixels[i - (i % 4)] === pixels[i - (i % 4) + 2];
    expect(pixels.every((one, i) => i % 4 === 3 || isGray(one, i))).toBe(true);
    expect(await ink(formPage([ticked(FILLED, "Off")]))).toBe(before);
    expect(await ink(formPage([{ ...text("Name", "Hidden value"), flags: 2 }]))).toBe(before);
  });
});

describe("the text of a page", () => {
  const textOf = async (bytes: Buffer) => engine.text(await opened(bytes), 1);

  test("has what its fields show, with or without a look of their own", async () => {
    for (const fields of [
      [text("Insurer", "Northwind Mutual"), text("Limit", "5,000,000 EUR")],
      [text("Insurer", "Northwind Mutual"), { entries: text("Limit", "5,000,000 EUR").entries }],
    ]) {
      const words = await textOf(formPage(fields, { form: "/NeedAppearances true" }));
      expect(words).toMatch(/^Words of the page\s+Northwind Mutual\s+5,000,000 EUR$/);
    }
    const mixed = formPage([
      { entries: "/FT /Ch /T (Plans) /Opt [(Small)] /V (Small)", looks: { "": written("Small") } },
      { entries: "/FT /Sig /T (Signature)", looks: { "": written("Signed by Ada") } },
      ticked("q BT /ZaDb 12 Tf 0 g 1 2 Td (4) Tj ET Q"),
    ]);
    expect(await textOf(mixed)).toMatch(/Small\s+[✓✔]\s+Signed by Ada/u);
  });

  test("has what a field shows at its place", async () => {
    const at = (x: number, y: number) => [x, y, x + 60, y + 20] as const;
    const placed = formPage(
      [
        { ...text("Until", "2027"), rect: at(300, 695) },
        { ...text("Insurer", "Northwind"), rect: at(160, 695) },
        { ...text("Top", "First"), rect: at(72, 750) },
        { ...text("Below", "Second"), rect: at(72, 672) },
      ],
      {
        words:
          "Insurer:) Tj 160 0 Td (Valid until:) Tj 120 0 Td (of the year) Tj -280 -60 Td (The last line",
      },
    );
    expect((await textOf(placed)).replaceAll(/ +/g, " ").replaceAll(/\n+/g, "\n")).toBe(
      "First\nInsurer: Northwind Valid until: 2027 of the year\nSecond\nThe last line",
    );
  });

  test("has nothing that a note in a layer covers, and not what it says", async () => {
    const note = stream(
      "1 1 0 rg 0 0 300 40 re f BT /F1 12 Tf 0 g 2 6 Td (Layerword) Tj ET",
      "/Type /XObject /Subtype /Form /BBox [0 0 300 40] /Resources << /Font << /F1 5 0 R >> >>",
    );
    const covered = onePage({
      page: "/Annots [7 0 R]",
      catalog: "/OCProperties << /OCGs [8 0 R] /D << >> >>",
      more: [
        note,
        "<< /Type /Annot /Subtype /Stamp /Rect [60 690 360 730] /F 4 /OC 8 0 R /AP << /N 6 0 R >> >>",
        "<< /Type /OCG /Name (Layer) >>",
      ],
    });
    expect(await textOf(covered)).toBe("");
  });

  test("has what notes show, and is read the same again after the page was drawn", async () => {
    const note = stream(
      "BT /F1 12 Tf 0 g 2 6 Td (Seen by the auditor) Tj ET",
      "/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 5 0 R >> >>",
    );
    const entries = "/Rect [100 500 300 520] /F 4 /AP << /N 6 0 R >>";
    const bytes = onePage({
      page: "/Annots [7 0 R]",
      more: [note, `<< /Type /Annot /Subtype /FreeText ${entries} >>`],
    });
    const handle = await opened(bytes);
    const first = engine.text(handle, 1);
    expect(first).toMatch(/^Words of the page\s+Seen by the auditor$/);
    const before = engine.render(handle, 1, { width: 306, height: 396 }).pixels;
    expect(engine.text(handle, 1)).toBe(first);
    const again = engine.render(handle, 1, { width: 306, height: 396 }).pixels;
    expect(Buffer.compare(again, before)).toBe(0);
  });

  test("has nothing that the page's image does not show", async () => {
    const secret = text("Name", "Hidden value");
    for (const fields of [
      [{ ...secret, flags: 2 }],
      [{ ...secret, flags: 32 }],
      [{ ...secret, entries: `${secret.entries} /OC << /Type /OCG /Name (Off) >>` }],
      [{ entries: "/FT /Tx /Ff 8192 /T (Pin) /V (Hidden value) /DA (/F1 12 Tf 0 g)" }],
      [ticked(FILLED, "Off")],
    ])
      expect(await textOf(formPage(fields, { form: "/NeedAppearances true" }))).not.toMatch(
        /Hidden|value/,
      );
    // A field of no form is drawn by nobody.
    const stray = formPage([secret]).toString("latin1").replace("/AcroForm", "/AcroNone");
    expect(await textOf(Buffer.from(stray, "latin1"))).toBe("Words of the page");
  });
});

describe("what pages don't show", () => {
  const notesOf = async (bytes: Buffer) => {
    await opened(bytes);
    return engine.notes("file");
  };
  const packets = ["template", "<xdp/>"] as const;
  const xfa = `/XFA [(${packets[0]}) 7 0 R]`;

  test("is told of XFA forms without fields, and of attachments", async () => {
    expect(await notesOf(onePage())).toEqual([]);
    expect(await notesOf(formPage([text("Name", "Ada")]))).toEqual([]);
    const more = [stream(""), stream(packets[1])];
    const dynamic = (catalog: string) =>
      onePage({ catalog: `${catalog} /AcroForm << /Fields [] ${xfa} >>`, more });
    expect(await notesOf(dynamic("/NeedsRendering true"))).toEqual(["xfa"]);
    expect(await notesOf(dynamic(""))).toEqual(["xfa"]);
    // One that has its fields on its pages is shown by them.
    expect(await notesOf(formPage([text("Name", "Ada")], { form: "/XFA (none)" }))).toEqual([]);
    const portfolio = onePage({
      catalog:
        "/Collection << /View /T >> /Names << /EmbeddedFiles << /Names [(a.txt) 7 0 R] >> >>",
      more: [
        stream("Attached", "/Type /EmbeddedFile"),
        "<< /Type /Filespec /F (a.txt) /EF << /F 6 0 R >> >>",
      ],
    });
    expect(await notesOf(portfolio)).toEqual(["attachments"]);
  });

  const attached = [
    stream("Attached", "/Type /EmbeddedFile"),
    "<< /Type /Filespec /F (a.txt) /EF << /F 6 0 R >> >>",
  ];
  const pinned = (kind: string, more = "") => ({
    page: `/Annots [<< /Type /Annot /Subtype /${kind} /Rect [9 9 99 99] ${more} >>]`,
    more: attached,
  });
  test.each([
    ["a file behind a pin", pinned("FileAttachment", "/FS 7 0 R"), "attachments"],
    ["a file that belongs to the document", { catalog: "/AF [7 0 R]" }, "attachments"],
    ["a file that belongs to a page", { page: "/AF [7 0 R]" }, "attachments"],
    ["a portfolio without a list", { catalog: "/Collection << /View /T >>" }, "attachments"],
    ["a sound", pinned("Sound"), "media"],
    ["a movie", pinned("Movie"), "media"],
    ["a screen for video", pinned("Screen"), "media"],
    ["a model", pinned("3D"), "media"],
    ["rich media", pinned("RichMedia"), "media"],
  ])("is told of %s, in a broken file too", async (_, made, note) => {
    const bytes = onePage({ more: attached, ...made });
    expect(await notesOf(bytes)).toEqual([note]);
    const broken = bytes.toString("latin1").replace(/startxref\n\d+/, "startxref\n7");
    expect(await notesOf(Buffer.from(broken, "latin1"))).toEqual([note]);
  });

  test("is told of a file that belongs to a protected document", async () => {
    const bytes = await protectedPdf("Words", { ownerPassword: "theirs" }, (pdf) =>
      pdf.file(Buffer.from("Attached"), { name: "a.txt", hidden: true }),
    );
    expect(await notesOf(bytes)).toEqual(["attachments"]);
  });
});

describe("a photo", () => {
  /** 16 by 8, its left half dark. */
  const photo = Buffer.from(
    "/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/wAALCAAIABABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/AOMr2av/2Q==",
    "base64",
  );
  const turned = (turn: number) =>
    Buffer.concat([
      photo.subarray(0, 2),
      Buffer.from([0xff, 0xe1, 0, 34]),
      Buffer.from("Exif\0\0MM\0*\0\0\0\u0008\0\u0001\u0001\u0012\0\u0003\0\0\0\u0001", "latin1"),
      Buffer.from([0, turn, 0, 0, 0, 0, 0, 0]),
      photo.subarray(2),
    ]);

  test.each([
    [1, "left"],
    [2, "right"],
    [3, "right"],
    [4, "left"],
    [5, "top"],
    [6, "top"],
    [7, "bottom"],
    [8, "bottom"],
  ])("that its camera turned by %s stands upright", async (turn, dark) => {
    const page = jpegPage(turned(turn), { width: 16, height: 8 });
    const size = turn < 5 ? { width: 16, height: 8 } : { width: 8, height: 16 };
    const { pixels } = engine.render(await opened(page ?? Buffer.alloc(0)), 1, size);
    const at = { left: 0, right: 0, top: 0, bottom: 0 };
    for (let y = 0; y < size.height; y += 1)
      for (let x = 0; x < size.width; x += 1) {
        const gray = pixels[4 * (size.width * y + x)] ?? 0;
        at[x < size.width / 2 ? "left" : "right"] += gray;
        at[y < size.height / 2 ? "top" : "bottom"] += gray;
      }
    expect(Object.entries(at).sort(([, a], [, b]) => a - b)[0]?.[0]).toBe(dark);
  });
});

describe("a scan in JPEG 2000", () => {
  interface Options {
    levels?: number;
    tile?: number;
    isWithin?: boolean;
    page?: string;
  }
  type Scanned = [width: number, height: number, options?: Options];
  const drawn = async ([width, height, options = {}]: Scanned) => {
    const bytes = scannedPage(jpeg2000(width, height, options), { width, height }, options);
    const page = engine.render(await opened(bytes), 1);
    const middle = 4 * (page.width * Math.floor(page.height / 2) + Math.floor(page.width / 2));
    return { width: page.width, gray: page.pixels[middle] };
  };

  test.each<[string, Scanned, number]>([
    ["of 200 dpi, as large as any page", [1654, 2339], 1240],
    // Two pixels less, and PDFium unpacks the half of it.
    ["of 300 dpi, a little smaller", [2480, 3507], 1237],
    ["of 300 dpi in tiles", [2480, 3507, { tile: 1024 }], 1237],
    ["of 300 dpi in a form", [2480, 3507, { isWithin: true }], 1237],
    ["of 400 dpi", [3307, 4677], 1240],
    ["of 300 dpi, turned", [2480, 3507, { page: "/Rotate 90" }], 1240],
    ["that has no half, in full", [1000, 1000, { levels: 0 }], 1240],
  ])("is shown: one %s", async (_, scanned, width) => {
    const page = await drawn(scanned);
    expect(page.gray).toBe(128);
    expect(Math.abs(page.width - width)).toBeLessThanOrEqual(1);
  });

  test("is refused where no size of its image makes it small enough", async () => {
    for (const scanned of [
      [2480, 3507, { levels: 0 }],
      [6614, 9354, { levels: 1 }],
    ] satisfies Scanned[])
      await expect(drawn(scanned)).rejects.toMatchObject({ fault: "too-complex" });
  });
});

describe("a protected PDF", () => {
  const restricted = {
    ownerPassword: "the auditor's",
    permissions: { copying: false, modifying: false },
  };

  test.each(["1.3", "1.4", "1.6", "1.7ext3"] as const)(
    "of format %s opens where only changing it is forbidden",
    async (pdfVersion) => {
      const handle = await opened(await protectedPdf("Ownerword", { ...restricted, pdfVersion }));
      expect(engine.text(handle, 1)).toBe("Ownerword");
    },
  );

  test("opens where attachments alone are protected", async () => {
    const handle = await opened(protectedAttachments("Plain words"));
    expect(engine.text(handle, 1)).toBe("Plain words");
  });

  test("is called encrypted where it asks for a password, or can't be read without a certificate", async () => {
    const locked = await protectedPdf("Locked", { userPassword: "x", ownerPassword: "y" });
    await expect(opened(locked)).rejects.toMatchObject({ fault: "encrypted" });
    const certified = onePage({ trailer: "/Encrypt << /Filter /Adobe.PubSec /V 4 >>" });
    await expect(opened(certified)).rejects.toMatchObject({ fault: "encrypted" });
  });
});

describe("a clean copy", () => {
  const cleanCopy = async (bytes: Buffer, kind: CopyKind) => {
    await opened(bytes);
    return Buffer.concat(engine.documents.cleanCopy("file", kind));
  };
  const textOf = async (bytes: Uint8Array) => engine.text(await opened(Buffer.from(bytes)), 1);

  test("has no protection, and keeps its form", async () => {
    const copy = await cleanCopy(
      await protectedPdf("Ownerword", { ownerPassword: "y", pdfVersion: "1.7" }),
      "opened",
    );
    const loaded = await PDFDocument.load(copy, { updateMetadata: false });
    expect([loaded.isEncrypted, loaded.getPageCount()]).toEqual([false, 1]);
    expect(await textOf(copy)).toBe("Ownerword");
    const form = await cleanCopy(formPage([text("Insurer", "Northwind")]), "opened");
    expect((await PDFDocument.load(form)).getForm().getFields()).toHaveLength(1);
  });

  test("has a page tree that others read, and what its fields show", async () => {
    const odd = formPage([text("Insurer", "Northwind"), ticked(FILLED)], { parent: "1 0 R" });
    const library = await PDFDocument.load(odd, { updateMetadata: false });
    expect(() => library.getPage(0).getCropBox()).toThrow();
    const copy = await cleanCopy(odd, "rebuilt");
    const page = (await PDFDocument.load(copy, { updateMetadata: false })).getPage(0);
    expect([page.getWidth(), page.getHeight()]).toEqual([612, 792]);
    expect(await textOf(copy)).toContain("Northwind");
    expect(Math.abs((await ink(Buffer.from(copy))) - (await ink(odd)))).toBeLessThan(60);
  });

  test("is refused where the engine can't open the file", async () => {
    const locked = await protectedPdf("Locked", { userPassword: "x", ownerPassword: "y" });
    for (const kind of ["opened", "rebuilt"] as const) {
      await expect(cleanCopy(locked, kind)).rejects.toMatchObject({ fault: "encrypted" });
      await expect(cleanCopy(Buffer.from("%PDF-1.7 none"), kind)).rejects.toMatchObject({
        fault: "damaged",
      });
    }
  });
});
