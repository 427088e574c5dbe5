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

const RELATION = (kind: string, target: string, id = kind) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`;
const rels = (...all: string[]) => `<Relationships>${all.join("")}</Relationships>`;
const paragraph = (words: string) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;

describe("parts of office files, whatever they are called", () => {
  test("a document's main part, its headers, footers, notes, charts and SmartArt", async () => {
    const bytes = zip([
      { name: "_rels/.rels", text: rels(RELATION("officeDocument", "word/document2.xml")) },
      {
        name: "word/document2.xml",
        text: `<w:document>${paragraph("Body")}<w:drawing><c:chart r:id="c1"/></w:drawing><dgm:relIds r:dm="d1"/></w:document>`,
      },
      {
        name: "word/_rels/document2.xml.rels",
        text: rels(
          RELATION("header", "header7.xml"),
          RELATION("footer", "/word/footer7.xml"),
          RELATION("footnotes", "notes9.xml"),
          RELATION("chart", "charts/chart3.xml", "c1"),
          RELATION("diagramData", "diagrams/data1.xml", "d1"),
        ),
      },
      { name: "word/header7.xml", text: `<w:hdr>${paragraph("Confidential header")}</w:hdr>` },
      { name: "word/footer7.xml", text: `<w:ftr>${paragraph("Footer words")}</w:ftr>` },
      { name: "word/notes9.xml", text: paragraph("A note") },
      {
        name: "word/charts/chart3.xml",
        text: "<c:chart><a:t>Incidents a year</a:t><c:strCache><c:pt><c:v>Phishing</c:v></c:pt></c:strCache><c:numCache><c:pt><c:v>12.5</c:v></c:pt></c:numCache></c:chart>",
      },
      {
        name: "word/diagrams/data1.xml",
        text: "<dgm:pt><dgm:t><a:p><a:r><a:t>Escalation step</a:t></a:r></a:p></dgm:t></dgm:pt>",
      },
    ]);
    const { pages, hidden } = await textOfFile("docx", bytes);
    expect(pages[0]).toMatch(
      /^Confidential header\nFooter words\nBody\n\nIncidents a year\nPhishing\n\nEscalation step$/,
    );
    expect(pages[1]).toBe("A note");
    expect(hidden).toEqual([]);
  });

  test("a workbook's main part, shared texts, text boxes, charts, headers and footers", async () => {
    const bytes = zip([
      { name: "_rels/.rels", text: rels(RELATION("officeDocument", "/xl/workbook22.xml")) },
      {
        name: "xl/workbook22.xml",
        text: '<workbook><sheets><sheet name="One" r:id="s1"/></sheets></workbook>',
      },
      {
        name: "xl/_rels/workbook22.xml.rels",
        text: rels(
          RELATION("worksheet", "worksheets/sheet5.xml", "s1"),
          RELATION("sharedStrings", "texts.xml"),
        ),
      },
      { name: "xl/texts.xml", text: "<sst><si><t>Shared words</t></si></sst>" },
      {
        name: "xl/worksheets/sheet5.xml",
        text: '<row><c t="s"><v>0</v></c></row><headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Printed head&amp;RPage &amp;P</oddHeader></headerFooter>',
      },
      {
        name: "xl/worksheets/_rels/sheet5.xml.rels",
        text: rels(RELATION("drawing", "../drawings/d.xml")),
      },
      {
        name: "xl/drawings/d.xml",
        text: '<xdr:sp><xdr:txBody><a:p><a:r><a:t>Boxed words</a:t></a:r></a:p></xdr:txBody></xdr:sp><c:chart r:id="c"/>',
      },
      {
        name: "xl/drawings/_rels/d.xml.rels",
        text: rels(RELATION("chart", "../charts/c.xml", "c")),
      },
      { name: "xl/charts/c.xml", text: "<c:title><a:t>Chart title</a:t></c:title>" },
    ]);
    const { pages } = await textOfFile("xlsx", bytes);
    expect(pages).toHaveLength(1);
    for (const words of ["Shared words", "Boxed words", "Chart title", "Printed head", "Page"])
      expect(pages[0]).toContain(words);
    expect(pages[0]).not.toMatch(/Arial|&/);
  });

  test("a presentation's main part and its charts", async () => {
    const bytes = zip([
      { name: "_rels/.rels", text: rels(RELATION("officeDocument", "ppt/show.xml")) },
      { name: "ppt/show.xml", text: '<p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst>' },
      { name: "ppt/_rels/show.xml.rels", text: rels(RELATION("slide", "slides/a.xml", "r1")) },
      {
        name: "ppt/slides/a.xml",
        text: '<p:sld><a:p><a:t>Slide</a:t></a:p><c:chart r:id="c"/></p:sld>',
      },
      {
        name: "ppt/slides/_rels/a.xml.rels",
        text: rels(RELATION("chart", "../charts/c.xml", "c")),
      },
      { name: "ppt/charts/c.xml", text: "<a:t>Uptime</a:t>" },
    ]);
    expect((await textOfFile("pptx", bytes)).pages).toEqual(["Slide\n\nUptime"]);
  });

  test("one that leads outside of the file is not followed", async () => {
    const bytes = zip([
      {
        name: "_rels/.rels",
        text: '<Relationships><Relationship Id="r" Type="x/officeDocument" TargetMode="External" Target="https://other.example/a.xml"/></Relationships>',
      },
      { name: "word/document.xml", text: paragraph("Usual place") },
    ]);
    expect((await textOfFile("docx", bytes)).pages).toEqual(["Usual place"]);
  });
});

describe("what an office program does not show is left out, and said", () => {
  const styles = `<w:styles>
    <w:style w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style>
    <w:style w:styleId="More"><w:basedOn w:val="Secret"/></w:style>
    <w:style w:styleId="Shown"><w:basedOn w:val="Secret"/><w:rPr><w:vanish w:val="0"/></w:rPr></w:style></w:styles>`;
  const run = (properties: string, words = "Hiddenword") =>
    `<w:p><w:r><w:rPr>${properties}</w:rPr><w:t>${words}</w:t></w:r></w:p>`;
  const inDocument = (text: string) =>
    zip([
      { name: "word/document.xml", text: `<w:document>${paragraph("Seen")}${text}</w:document>` },
      { name: "word/styles.xml", text: styles },
    ]);

  test.each([
    ["hidden words", run("<w:vanish/>")],
    ["hidden words, said at length", run('<w:vanish w:val="true"/>')],
    ["words in a style that hides", run('<w:rStyle w:val="Secret"/>')],
    ["words in a style that is based on it", run('<w:rStyle w:val="More"/>')],
    [
      "a paragraph in such a style",
      '<w:p><w:pPr><w:pStyle w:val="Secret"/></w:pPr><w:r><w:t>Hiddenword</w:t></w:r></w:p>',
    ],
    [
      "a text box within hidden words",
      `<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:txbxContent>${paragraph("Hiddenword")}</w:txbxContent></w:r></w:p>`,
    ],
    [
      "a hidden shape",
      `<wp:anchor><wp:docPr id="1" hidden="1"/><w:txbxContent>${paragraph("Hiddenword")}</w:txbxContent></wp:anchor>`,
    ],
  ])("%s", async (_name, text) => {
    const read = await textOfFile("docx", inDocument(`${text}${paragraph("After")}`));
    expect(read.pages.join("\n").replaceAll(/\n+/g, "\n")).toBe("Seen\nAfter");
    expect(read.hidden).toEqual(["words"]);
  });

  test.each([
    ["words that are not hidden after all", run('<w:vanish w:val="0"/>', "Seenword")],
    ["words in a style that shows again", run('<w:rStyle w:val="Shown"/>', "Seenword")],
    [
      "words that their own properties show",
      run('<w:rStyle w:val="Secret"/><w:vanish w:val="false"/>', "Seenword"),
    ],
    [
      "a paragraph whose mark is hidden",
      "<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr><w:r><w:t>Seenword</w:t></w:r></w:p>",
    ],
    [
      "a text box, once of its two forms",
      `<mc:AlternateContent><mc:Choice>${paragraph("Seenword")}</mc:Choice><mc:Fallback>${paragraph("Twice")}</mc:Fallback></mc:AlternateContent>`,
    ],
  ])("%s stay", async (_name, text) => {
    const read = await textOfFile("docx", inDocument(text));
    expect(read.pages.join("\n")).toContain("Seenword");
    expect(read.pages.join("\n")).not.toContain("Twice");
    expect(read.hidden).toEqual([]);
  });

  test("words that were moved away or deleted are no text at all", async () => {
    const text = `<w:moveFrom>${paragraph("Moved")}</w:moveFrom><w:del><w:r><w:delText>Gone</w:delText></w:r></w:del>`;
    expect((await textOfFile("docx", inDocument(text))).pages).toEqual(["Seen"]);
  });

  test("hidden slides and shapes, and the numbers of the others stay", async () => {
    const bytes = zip([
      {
        name: "ppt/presentation.xml",
        text: '<p:sldIdLst><p:sldId r:id="r0"/><p:sldId r:id="r1"/></p:sldIdLst>',
      },
      {
        name: "ppt/_rels/presentation.xml.rels",
        text: RELATIONS(["slides/a.xml", "slides/b.xml"]),
      },
      {
        name: "ppt/slides/a.xml",
        text: '<p:sld show="0"><a:p><a:t>Hiddenslide</a:t></a:p></p:sld>',
      },
      {
        name: "ppt/slides/b.xml",
        text: '<p:sld><p:sp><p:nvSpPr><p:cNvPr hidden="1"/></p:nvSpPr><a:p><a:t>Hiddenshape</a:t></a:p></p:sp><p:sp><p:nvSpPr><p:cNvPr/></p:nvSpPr><a:p><a:t>Second</a:t></a:p></p:sp></p:sld>',
      },
    ]);
    expect(await textOfFile("pptx", bytes)).toMatchObject({
      pages: ["", "Second"],
      hidden: ["slides", "words"],
    });
  });

  test("hidden sheets, rows and columns", async () => {
    const cell = (place: string, words: string) =>
      `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`;
    const bytes = zip([
      {
        name: "xl/workbook.xml",
        text: '<sheets><sheet state="veryHidden" r:id="r0"/><sheet r:id="r1"/></sheets>',
      },
      { name: "xl/_rels/workbook.xml.rels", text: RELATIONS(["a.xml", "b.xml"]) },
      { name: "xl/a.xml", text: `<row>${cell("A1", "Hiddensheet")}</row>` },
      {
        name: "xl/b.xml",
        text: `<cols><col min="2" max="3" hidden="1"/></cols><row r="1">${cell("A1", "Seen")}${cell("B1", "Hiddencolumn")}${cell("D1", "Too")}</row><row r="2" hidden="1">${cell("A2", "Hiddenrow")}</row><row>${cell("A3", "Last")}</row>`,
      },
    ]);
    expect(await textOfFile("xlsx", bytes)).toMatchObject({
      pages: ["Seen\tToo\t\nLast"],
      hidden: ["sheets", "cells"],
    });
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

test.each([
  ["UTF-16 BE", Buffer.from("\ufeffPrüfung", "utf16le").swap16(), "Prüfung", null],
  ["Windows-1252", Buffer.from("Pr\xfcfung", "latin1"), "Prüfung", "windows-1252"],
  [
    "Windows-1252, behind a long text in ASCII",
    Buffer.from(`${"plain ".repeat(20_000)}Pr\xfcfung`, "latin1"),
    "Prüfung",
    "windows-1252",
  ],
  [
    "Shift_JIS",
    Buffer.from("8366815b835e82cc88c38d8689bb82f08d7382a282dc82b7", "hex"),
    "データの暗号化を行います",
    "shift_jis",
  ],
  ["EUC-JP", Buffer.from("a5c7a1bca5bfa4cebdc5cdd7", "hex"), "データの重要", "euc-jp"],
  [
    "GB18030",
    Buffer.from("ced2c3c7b5c4cafdbeddcac7b0b2c8abb5c4", "hex"),
    "我们的数据是安全的",
    "gb18030",
  ],
  [
    "Big5",
    Buffer.from("a7daadccaabab8eaaec6ac4fa677a5feaaba", "hex"),
    "我們的資料是安全的",
    "big5",
  ],
  [
    "EUC-KR",
    Buffer.from("b0b3c0cec1a4bab8b4c220bec8c0fcc7d5b4cfb4d9", "hex"),
    "개인정보는 안전합니다",
    "euc-kr",
  ],
  [
    "Windows-1251",
    Buffer.from("c7e0f9e8f2e020e4e0ededfbf5", "hex"),
    "Защита данных",
    "windows-1251",
  ],
])("a plain text in %s is read as that, and a guess is told", async (_name, bytes, said, guess) => {
  const { pages, guessed } = await textOfFile("plain", bytes);
  expect(pages.join("\n")).toContain(said);
  expect(guessed).toBe(guess);
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
