import { PDFDocument } from "@cantoo/pdf-lib";
import { beforeAll, describe, expect, test } from "vitest";
import type { CopyKind } from "#content/files/watermark/clean-copy.ts";
import { Pdfium } from "#content/files/watermark/pdfium.ts";
import {
  formPage,
  onePage,
  protectedAttachments,
  protectedPdf,
  written,
  type Field,
} from "../pdf-files.ts";

let engine: Pdfium;
beforeAll(async () => {
  engine = await Pdfium.load();
});

async function opened(bytes: Buffer): Promise<number> {
  await engine.take("file", bytes.length, async (write) => write(0, bytes));
  return engine.held("file");
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
    return engine.cleanCopy("file", kind);
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
