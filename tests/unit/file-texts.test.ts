import { describe, expect, test } from "vitest";
import { MAX_CHARACTERS } from "#content/files/texts/kept-text.ts";
import { textOfFile } from "#content/files/texts/text-of-file.ts";
import { compound, zip } from "../server/multipart.ts";

const RELATIONS = (targets: readonly string[]) =>
  `<Relationships>${targets.map((target, at) => `<Relationship Id="r${at}" Target="${target}"/>`).join("")}</Relationships>`;
const word = (body: string, head = "") =>
  zip([
    {
      name: "word/document.xml",
      text: `<?xml version="1.0"?>${head}<w:document><w:body>${body}</w:body></w:document>`,
    },
  ]);

describe("text of Word documents", () => {
  test("comes page by page as Word laid it out, with notes, without what was deleted", async () => {
    const bytes = zip([
      {
        name: "word/document.xml",
        text: `<w:document><w:p><w:r><w:t title="a > b">Backups &amp; restores</w:t><w:tab/><w:t xml:space="preserve"> each day</w:t></w:r></w:p>
          <w:p><w:r><w:delText>secret</w:delText><w:br w:type="page"/><w:lastRenderedPageBreak/><w:t>Caf&#xE9; &#128274;</w:t></w:r></w:p></w:document>`,
      },
      { name: "word/footnotes.xml", text: "<w:p><w:t>A note</w:t></w:p>" },
    ]);
    const { pages, isCut } = await textOfFile("docx", bytes);
    expect(pages).toEqual(["Backups & restores\t each day", "Café 🔒", "A note"]);
    expect(isCut).toBe(false);
  });

  test("an entity of its own is not known, and none is defined", async () => {
    const bomb = '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
    await expect(textOfFile("docx", word("<w:p><w:t>&b;</w:t></w:p>", bomb))).rejects.toMatchObject(
      { fault: "damaged" },
    );
    const { pages } = await textOfFile("docx", word("<w:p><w:t>&b; &toString;</w:t></w:p>"));
    expect(pages).toEqual(["&b; &toString;"]);
  });

  test("a million characters are kept, and that there is more is said", async () => {
    const { pages, isCut } = await textOfFile(
      "docx",
      word(`<w:p><w:t>${"word ".repeat(MAX_CHARACTERS / 4)}</w:t></w:p>`),
    );
    expect(pages.join("").length).toBeLessThanOrEqual(MAX_CHARACTERS);
    expect(isCut).toBe(true);
  });
});

test("text of a workbook comes sheet by sheet in the workbook's order", async () => {
  const bytes = zip([
    {
      name: "xl/workbook.xml",
      text: '<workbook><sheets><sheet name="Two" r:id="r1"/><sheet name="One" r:id="r0"/></sheets></workbook>',
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      text: RELATIONS(["worksheets/sheet1.xml", "/xl/worksheets/sheet2.xml"]),
    },
    {
      name: "xl/sharedStrings.xml",
      text: "<sst><si><r><t>Control</t></r><r><t> owner</t></r><rPh><t>READING</t></rPh></si><si><t>RTO</t></si></sst>",
    },
    {
      name: "xl/worksheets/sheet1.xml",
      text: '<c t="s"><v>0</v></c><c t="inlineStr"><is><t>Jane</t></is></c></row>',
    },
    {
      name: "xl/worksheets/sheet2.xml",
      text: '<row><c t="s"><v>1</v></c><c><v>4</v></c></row><row><c t="str"><f>A1</f><v>hours</v></c></row>',
    },
  ]);
  const { pages } = await textOfFile("xlsx", bytes);
  expect(pages).toEqual(["RTO\t4\t\nhours", "Control owner\tJane"]);
});

test("text of a presentation comes slide by slide in its order", async () => {
  const bytes = zip([
    {
      name: "ppt/presentation.xml",
      text: '<p:sldIdLst><p:sldId id="1" r:id="r1"/><p:sldId id="2" r:id="r0"/></p:sldIdLst>',
    },
    {
      name: "ppt/_rels/presentation.xml.rels",
      text: RELATIONS(["slides/slide1.xml", "slides/slide2.xml"]),
    },
    { name: "ppt/slides/slide1.xml", text: "<a:p><a:r><a:t>Second</a:t></a:r></a:p>" },
    { name: "ppt/slides/slide2.xml", text: "<a:p><a:r><a:t>First</a:t></a:r></a:p>" },
  ]);
  expect((await textOfFile("pptx", bytes)).pages).toEqual(["First", "Second"]);
});

test.each([
  ["UTF-8", Buffer.from("\ufeffZugriff für Prüfer\r\nA,B\u0000\n"), "Zugriff für Prüfer\nA,B"],
  ["UTF-16", Buffer.from("\ufeffPrüfung", "utf16le"), "Prüfung"],
])("a plain text in %s is its one page", async (_name, bytes, said) => {
  expect((await textOfFile("plain", bytes)).pages).toEqual([said]);
});

describe("what is not read", () => {
  const part = (text: string) => ({ name: "word/document.xml", text });
  test.each([
    ["is no archive", Buffer.from("no archive at all")],
    ["is protected by a password", compound(true)],
    ["asks for a password in the archive", zip([{ ...part("<w:t>a</w:t>"), encrypted: true }])],
    ["lacks its main part", zip([{ name: "word/other.xml", text: "<a/>" }])],
    ["breaks off in a tag", zip([part("<w:p><w:t")])],
    ["is cut", zip([part("<w:p><w:t>a</w:t></w:p>")]).subarray(0, 60)],
  ])("a file that %s is damaged", async (_name, bytes) => {
    await expect(textOfFile("docx", bytes)).rejects.toMatchObject({ fault: "damaged" });
  });

  test("a part that grows beyond its archive is not unpacked", async () => {
    await expect(textOfFile("docx", deflated(300 * 1024 * 1024, 17))).rejects.toMatchObject({
      fault: "damaged",
    });
    // Not far beyond the bound: the ratio allows it, the part's own size does not.
    await expect(textOfFile("docx", deflated(17 * 1024 * 1024, 1_000_000))).rejects.toMatchObject({
      fault: "too-complex",
    });
  });
});

/** An archive whose one part says that it is deflated, and how large it becomes. */
function deflated(size: number, packed: number): Buffer {
  const bytes = zip([{ name: "word/document.xml", text: "a".repeat(packed) }]);
  const central = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  bytes.writeUInt16LE(8, central + 10);
  bytes.writeUInt32LE(size, central + 24);
  bytes.writeUInt16LE(8, 8);
  bytes.writeUInt32LE(size, 22);
  return bytes;
}
