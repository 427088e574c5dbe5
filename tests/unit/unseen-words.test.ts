import { describe, expect, test } from "vitest";
import { textOfFile } from "#content/files/texts/text-of-file.ts";
import { zip } from "../server/multipart.ts";
import { workbookParts } from "../workbook-parts.ts";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = (all: Readonly<Record<string, string>>) =>
  `<Relationships>${Object.entries(all)
    .map(([id, target]) => {
      const kind = id.replace(/\d+$/, "");
      return `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
    })
    .join("")}</Relationships>`;
const HIDDEN = "Hiddenword";
const SEEN = "Seenword";

describe("Word", () => {
  const paragraph = (words: string, properties = "", ofParagraph = "") =>
    `<w:p><w:pPr>${ofParagraph}</w:pPr><w:r><w:rPr>${properties}</w:rPr><w:t>${words}</w:t></w:r></w:p>`;
  const WHITE = '<w:color w:val="FFFFFF" w:themeColor="background1"/>';
  const STYLES = `<w:styles><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>
    <w:style w:type="paragraph" w:default="1" w:styleId="Plain"><w:rPr><w:sz w:val="24"/></w:rPr></w:style>
    <w:style w:type="paragraph" w:styleId="Pale"><w:basedOn w:val="Plain"/><w:rPr>${WHITE}</w:rPr></w:style>
    <w:style w:type="paragraph" w:styleId="Banner"><w:pPr><w:shd w:val="clear" w:fill="1F3864"/></w:pPr></w:style>
    <w:style w:type="table" w:styleId="Striped"><w:tblStylePr w:type="firstRow"><w:tcPr><w:shd w:val="clear" w:fill="4472C4"/></w:tcPr></w:tblStylePr></w:style></w:styles>`;
  const read = (body: string, more: readonly { name: string; text: string }[] = [], head = "") =>
    textOfFile(
      "docx",
      zip([
        {
          name: "word/document.xml",
          text: `<w:document>${head}<w:body>${paragraph("First")}${body}</w:body></w:document>`,
        },
        { name: "word/styles.xml", text: STYLES },
        ...more,
      ]),
    );
  const table = (cell: string, ofTable = "") =>
    `<w:tbl><w:tblPr>${ofTable}</w:tblPr><w:tr><w:tc>${cell}</w:tc></w:tr></w:tbl>`;
  const DARK_CELL = '<w:tcPr><w:shd w:val="clear" w:color="auto" w:fill="002060"/></w:tcPr>';

  test.each([
    ["white words", paragraph(HIDDEN, WHITE)],
    ["words in almost white", paragraph(HIDDEN, '<w:color w:val="FAFAFA"/>')],
    ["white words by their style", paragraph(HIDDEN, "", '<w:pStyle w:val="Pale"/>')],
    ["white words in a cell without a ground", table(paragraph(HIDDEN, WHITE))],
    [
      "words in the color of their cell",
      table(`${DARK_CELL}${paragraph(HIDDEN, '<w:color w:val="002060"/>')}`),
    ],
    [
      "words in the color of their shading",
      paragraph(HIDDEN, '<w:color w:val="000000"/><w:shd w:val="clear" w:fill="000000"/>'),
    ],
    ["words under a black marker", paragraph(HIDDEN, '<w:highlight w:val="black"/>')],
    ["words of one point", paragraph(HIDDEN, '<w:sz w:val="2"/>')],
    [
      "a paragraph of lines as low",
      paragraph(HIDDEN, "", '<w:spacing w:line="10" w:lineRule="exact"/>'),
    ],
    ["letters without ink", paragraph(HIDDEN, "<w14:textFill><w14:noFill/></w14:textFill>")],
    [
      "words in a box of their color",
      `<w:drawing><wp:anchor><wps:wsp><wps:spPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></wps:spPr><w:txbxContent>${paragraph(HIDDEN, WHITE)}</w:txbxContent></wps:wsp></wp:anchor></w:drawing>`,
    ],
  ])("%s are left out", async (_name, body) => {
    const { pages, hidden } = await read(`${body}${paragraph("Last")}`);
    expect(pages.join("\n")).not.toContain(HIDDEN);
    expect(pages.join("\n")).toContain("Last");
    expect(hidden).toEqual(["unseen"]);
  });

  const ANCHOR =
    '<w:p><w:r><w:drawing><wp:anchor behindDoc="1"><wp:extent cx="5000000" cy="7000000"/></wp:anchor></w:drawing></w:r></w:p>';
  test.each([
    ["white words in a dark cell", table(`${DARK_CELL}${paragraph(SEEN, WHITE)}`)],
    [
      "white words in a table whose style shades",
      table(paragraph(SEEN, WHITE), '<w:tblStyle w:val="Striped"/>'),
    ],
    ["white words in a dark paragraph", paragraph(SEEN, WHITE, '<w:pStyle w:val="Banner"/>')],
    ["white words on a marker", paragraph(SEEN, `${WHITE}<w:highlight w:val="darkBlue"/>`)],
    ["white words over a picture", `${ANCHOR}${paragraph(SEEN, WHITE)}`],
    [
      "white words in a box of which nothing is known",
      `<w:pict><v:rect fillcolor="#123"><v:textbox><w:txbxContent>${paragraph(SEEN, WHITE)}</w:txbxContent></v:textbox></v:rect></w:pict>`,
    ],
    [
      "words of no color on a black shading",
      paragraph(SEEN, '<w:shd w:val="clear" w:fill="000000"/>'),
    ],
    ["grey words", paragraph(SEEN, '<w:color w:val="D9D9D9"/>')],
    [
      "words that were hidden before a change",
      paragraph(
        SEEN,
        `<w:rPrChange><w:rPr><w:vanish/>${WHITE}<w:sz w:val="2"/></w:rPr></w:rPrChange>`,
      ),
    ],
    ["outlined words", paragraph(SEEN, "<w14:textOutline><w14:solidFill/></w14:textOutline>")],
  ])("%s stay", async (_name, body) => {
    const { pages, hidden } = await read(body);
    expect(pages.join("\n")).toContain(SEEN);
    expect(hidden).toEqual([]);
  });

  test("words in the color of the paper are hidden where that color is shown", async () => {
    const navy = '<w:color w:val="001040"/>';
    const head = '<w:background w:color="001040"/>';
    const settings = {
      name: "word/settings.xml",
      text: "<w:settings><w:displayBackgroundShape/></w:settings>",
    };
    const body = paragraph(SEEN, WHITE) + paragraph(HIDDEN, navy);
    expect(await read(body, [settings], head)).toMatchObject({
      pages: [`First\n${SEEN}`],
      hidden: ["unseen"],
    });
    expect((await read(body, [], head)).pages).toEqual([`First\n\n${HIDDEN}`]);
  });

  test("deleted words, rows and cells are told as tracked changes, inserted ones are text", async () => {
    const body = `<w:p><w:ins><w:r><w:t>${SEEN}</w:t></w:r></w:ins><w:del><w:r><w:delText>${HIDDEN}</w:delText></w:r></w:del></w:p>
      <w:tbl><w:tr><w:trPr><w:del w:id="1"/></w:trPr><w:tc>${paragraph(HIDDEN)}</w:tc></w:tr><w:tr><w:tc><w:tcPr><w:cellDel w:id="2"/></w:tcPr>${paragraph(HIDDEN)}</w:tc><w:tc>${paragraph("Kept")}</w:tc></w:tr></w:tbl>`;
    const { pages, hidden } = await read(body);
    expect(pages.join("\n")).toContain(SEEN);
    expect(pages.join("\n")).toContain("Kept");
    expect(pages.join("\n")).not.toContain(HIDDEN);
    expect(hidden).toEqual(["changes"]);
  });

  test("comments, embedded files and inserted documents are told", async () => {
    const parts = [
      {
        name: "word/_rels/document.xml.rels",
        text: relations({
          comments1: "comments.xml",
          package1: "embeddings/book.xlsx",
          aFChunk1: "part.html",
          header1: "header1.xml",
          header2: "header2.xml",
        }),
      },
      {
        name: "word/comments.xml",
        text: `<w:comments><w:comment>${paragraph(HIDDEN)}</w:comment></w:comments>`,
      },
      { name: "word/part.html", text: `<p>${HIDDEN}</p>` },
      { name: "word/header1.xml", text: `<w:hdr>${paragraph("Every page")}</w:hdr>` },
      { name: "word/header2.xml", text: `<w:hdr>${paragraph(HIDDEN)}</w:hdr>` },
    ];
    const section = (more: string) =>
      `<w:sectPr><w:headerReference w:type="default" r:id="header1"/><w:headerReference w:type="first" r:id="header2"/>${more}</w:sectPr>`;
    const read1 = await read(section(""), parts);
    expect(read1.pages).toEqual(["Every page\nFirst"]);
    expect(read1.hidden.toSorted()).toEqual(["comments", "files", "words"]);
    expect(read1.hasUnread).toBe(true);
    // The header of the first page is shown where there is one.
    const read2 = await read(section("<w:titlePg/>"), parts);
    expect(read2.pages).toEqual([`Every page\n${HIDDEN}\nFirst`]);
    expect(read2.hidden.toSorted()).toEqual(["comments", "files"]);
  });

  test("prefixes, cases of names and UTF-16 are the program's own choice", async () => {
    const text = `<ns0:document><ns0:p><ns0:r><ns0:rPr><ns0:vanish ns0:val="0"/></ns0:rPr><ns0:t>${SEEN}</ns0:t></ns0:r><ns0:r><ns0:rPr><ns0:vanish/></ns0:rPr><ns0:t>${HIDDEN}</ns0:t></ns0:r></ns0:p></ns0:document>`;
    const { pages, hidden } = await textOfFile(
      "docx",
      zip([
        { name: "_rels/.rels", text: relations({ officeDocument1: "Word/My%20Document.xml" }) },
        { name: "word/my document.xml", text },
      ]),
    );
    expect([pages, hidden]).toEqual([[SEEN], ["words"]]);
  });
});

describe("PowerPoint", () => {
  const THEME =
    '<a:theme><a:clrScheme><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1><a:dk2><a:srgbClr val="101840"/></a:dk2></a:clrScheme></a:theme>';
  const CLR_MAP = '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2"/>';
  const BG = (color: string) => `<p:bg><p:bgPr><a:solidFill>${color}</a:solidFill></p:bgPr></p:bg>`;
  const scheme = (name: string) => `<a:schemeClr val="${name}"/>`;
  const words = (text: string, color: string | null, attributes = "") =>
    `<p:txBody><a:p><a:r><a:rPr ${attributes}>${color === null ? "" : `<a:solidFill>${color}</a:solidFill>`}</a:rPr><a:t>${text}</a:t></a:r></a:p></p:txBody>`;
  const xfrm = (x: number, y: number, cx: number, cy: number) =>
    `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>`;
  const box = (inside: string, properties = xfrm(100, 100, 100, 100)) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="1"/></p:nvSpPr><p:spPr>${properties}</p:spPr>${inside}</p:sp>`;
  const read = (
    slide: string,
    { layout = "", more = {} }: { layout?: string; more?: Readonly<Record<string, string>> } = {},
    parts: readonly { name: string; text: string }[] = [],
  ) =>
    textOfFile(
      "pptx",
      zip([
        {
          name: "ppt/presentation.xml",
          text: '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="slide1"/></p:sldIdLst><p:sldSz cx="1000" cy="500"/></p:presentation>',
        },
        { name: "ppt/_rels/presentation.xml.rels", text: relations({ slide1: "slides/s.xml" }) },
        {
          name: "ppt/slides/s.xml",
          text: `<p:sld><p:cSld>${slide}</p:cSld></p:sld>`,
        },
        {
          name: "ppt/slides/_rels/s.xml.rels",
          text: relations({ slideLayout1: "../layouts/l.xml", ...more }),
        },
        { name: "ppt/layouts/l.xml", text: `<p:sldLayout>${layout}</p:sldLayout>` },
        {
          name: "ppt/layouts/_rels/l.xml.rels",
          text: relations({ slideMaster1: "../masters/m.xml" }),
        },
        {
          name: "ppt/masters/m.xml",
          text: `<p:sldMaster><p:cSld><p:bg><p:bgRef idx="1001">${scheme("bg1")}</p:bgRef></p:bg></p:cSld>${CLR_MAP}</p:sldMaster>`,
        },
        { name: "ppt/masters/_rels/m.xml.rels", text: relations({ theme1: "../theme/t.xml" }) },
        { name: "ppt/theme/t.xml", text: THEME },
        ...parts,
      ]),
    );
  const PICTURE = (place: string) => `<p:pic><p:spPr>${place}</p:spPr></p:pic>`;
  const solid = (color: string) => `<a:solidFill>${color}</a:solidFill>`;

  test.each([
    ["white words", box(words(HIDDEN, scheme("bg1")))],
    [
      "white words beside a picture",
      `${PICTURE(xfrm(600, 0, 50, 50))}${box(words(HIDDEN, scheme("bg1")))}`,
    ],
    [
      "words in the color of their slide",
      `${BG(scheme("tx2"))}${box(words(HIDDEN, '<a:srgbClr val="101840"/>'))}`,
    ],
    [
      "words in the color of their shape",
      box(words(HIDDEN, scheme("tx1")), solid('<a:srgbClr val="000000"/>')),
    ],
    ["words of one point", box(words(HIDDEN, null, 'sz="100"'))],
    [
      "letters that are all transparent",
      box(words(HIDDEN, '<a:srgbClr val="FF0000"><a:alpha val="0"/></a:srgbClr>')),
    ],
    ["words beside the slide", box(words(HIDDEN, null), xfrm(-300, 0, 200, 100))],
    ["words below the slide", box(words(HIDDEN, null), xfrm(0, 500, 200, 100))],
    [
      "a group beside the slide",
      `<p:grpSp><p:grpSpPr>${xfrm(2000, 0, 10, 10)}</p:grpSpPr>${box(words(HIDDEN, null))}</p:grpSp>`,
    ],
  ])("%s are left out", async (_name, slide) => {
    const { pages, hidden } = await read(`${slide}${box(words("Last", null))}`);
    expect(pages.join("\n").trim()).toBe("Last");
    expect(hidden).toEqual(["unseen"]);
  });

  test.each([
    ["white words on a dark slide", `${BG(scheme("tx2"))}${box(words(SEEN, scheme("bg1")))}`, ""],
    [
      "white words on a slide with a picture for its ground",
      `<p:bg><p:bgPr><a:blipFill/></p:bgPr></p:bg>${box(words(SEEN, scheme("bg1")))}`,
      "",
    ],
    ["white words on a dark layout", box(words(SEEN, scheme("bg1"))), BG(scheme("tx2"))],
    [
      "white words over a picture",
      `${PICTURE(xfrm(0, 0, 500, 500))}${box(words(SEEN, scheme("bg1")))}`,
      "",
    ],
    [
      "white words over a shape of the layout",
      box(words(SEEN, scheme("bg1"))),
      box("", `${xfrm(0, 0, 500, 500)}${solid(scheme("tx2"))}`),
    ],
    ["white words in a dark shape", box(words(SEEN, scheme("bg1")), solid(scheme("tx2"))), ""],
    [
      "white words in a shape that its style fills",
      `<p:sp><p:spPr>${xfrm(1, 1, 9, 9)}</p:spPr><p:style><a:fillRef idx="1">${scheme("accent1")}</a:fillRef></p:style>${words(SEEN, scheme("bg1"))}</p:sp>`,
      "",
    ],
    [
      "a darker white",
      box(words(SEEN, '<a:schemeClr val="bg1"><a:lumMod val="50000"/></a:schemeClr>')),
      "",
    ],
    [
      "words in a table",
      `<p:graphicFrame><a:tbl><a:tr><a:tc>${words(SEEN, scheme("bg1"))}</a:tc></a:tr></a:tbl></p:graphicFrame>`,
      "",
    ],
    ["words that reach into the slide", box(words(SEEN, null), xfrm(-300, 0, 400, 100)), ""],
    [
      "outlined words",
      box(
        "<p:txBody><a:p><a:r><a:rPr><a:ln><a:solidFill/></a:ln></a:rPr><a:t>Seenword</a:t></a:r></a:p></p:txBody>",
      ),
      "",
    ],
  ])("%s stay", async (_name, slide, layout) => {
    const { pages, hidden } = await read(slide, { layout });
    expect(pages.join("\n").trim()).toBe(SEEN);
    expect(hidden).toEqual([]);
  });

  test("speaker notes and comments are told, a number of the slide alone is none", async () => {
    const more = { notesSlide1: "../notes/n.xml", comments1: "../comments/c.xml" };
    const note = (text: string) => ({
      name: "ppt/notes/n.xml",
      text: `<p:notes><a:p><a:fld type="slidenum"><a:t>Slide 1</a:t></a:fld><a:r><a:t>${text}</a:t></a:r></a:p></p:notes>`,
    });
    const comment = {
      name: "ppt/comments/c.xml",
      text: `<p:cmLst><p:cm><p:text>${HIDDEN}</p:text></p:cm></p:cmLst>`,
    };
    const slide = box(words(SEEN, null));
    expect(await read(slide, { more }, [note(HIDDEN), comment])).toMatchObject({
      pages: [SEEN],
      hidden: ["speech", "comments"],
    });
    expect((await read(slide, { more }, [note("")])).hidden).toEqual([]);
  });
});

describe("Excel", () => {
  const text = (words: string, place: string, style = 0) =>
    `<c r="${place}" s="${style}" t="inlineStr"><is><t>${words}</t></is></c>`;
  const STYLES = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode=";;;"/><numFmt numFmtId="171" formatCode="0.0%"/></numFmts>
    <fonts><font><sz val="11"/><color theme="1"/></font><font><color rgb="FFFFFFFF"/></font><font><sz val="1"/></font><font><color theme="0"/></font></fonts>
    <fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF002060"/></patternFill></fill></fills>
    <cellXfs><xf/><xf fontId="1"/><xf fontId="2"/><xf numFmtId="170"/><xf numFmtId="171"/><xf fontId="3" fillId="1"/></cellXfs></styleSheet>`;
  const read = (rows: string, tail = "", more: readonly { name: string; text: string }[] = []) =>
    textOfFile(
      "xlsx",
      zip([
        ...workbookParts({ sheets: [{ name: "One", rows }] }).map(({ name, text: xml }) => ({
          name,
          text:
            name === "xl/styles.xml"
              ? STYLES
              : name.includes("sheet1")
                ? xml.replace("</worksheet>", `${tail}</worksheet>`)
                : xml,
        })),
        ...more,
      ]),
    );

  test("white, tiny and formatless cells are left out, and dark cells stay", async () => {
    const row = [
      text(HIDDEN, "A1", 1),
      text(HIDDEN, "B1", 2),
      '<c r="C1" s="3"><v>4711</v></c>',
      '<c r="D1" s="4"><v>0.999</v></c>',
      text(SEEN, "E1", 5),
    ];
    const { pages, hidden } = await read(`<row r="1">${row.join("")}</row>`);
    expect(pages).toEqual([`99.9%\t${SEEN}`]);
    expect(hidden).toEqual(["unseen", "cells"]);
  });

  test("white words stay in a sheet whose tables and rules color cells", async () => {
    const row = `<row r="1">${text(SEEN, "A1", 1)}</row>`;
    expect((await read(row, '<tableParts count="1"/>')).pages).toEqual([SEEN]);
  });

  test("rows and columns that have no size are hidden, however many there are", async () => {
    const columns = Array.from(
      { length: 1_200 },
      (_, at) => `<col min="${2 * at + 2}" max="${2 * at + 2}" width="0" customWidth="1"/>`,
    ).join("");
    const rows = `<cols>${columns}</cols><row r="1">${text("Seen", "A1")}${text(HIDDEN, "CNB1")}</row><row r="2" ht="0" customHeight="1">${text(HIDDEN, "A2")}</row>`;
    expect(await read(rows)).toMatchObject({ pages: ["Seen"], hidden: ["cells"] });
  });

  test("what pivot tables and links keep, comments, and margins that no page has", async () => {
    const { pages, hidden } = await read(
      `<row r="1">${text("Seen", "A1")}</row>`,
      "<headerFooter><oddHeader>Head</oddHeader><firstHeader>Hiddenword</firstHeader></headerFooter>",
      [
        {
          name: "xl/worksheets/_rels/sheet1.xml.rels",
          text: relations({ comments1: "../comments1.xml", pivotCacheDefinition1: "../pivot.xml" }),
        },
        {
          name: "xl/comments1.xml",
          text: `<comments><comment><t>${HIDDEN}</t></comment></comments>`,
        },
      ],
    );
    expect(pages).toEqual(["Seen\t\nHead"]);
    expect(hidden).toEqual(["comments", "data", "words"]);
  });

  test("a reading above the words of a cell is not part of them", async () => {
    const cell =
      '<c r="A1" t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>';
    expect((await read(`<row r="1">${cell}</row>`)).pages).toEqual(["東京"]);
  });
});
