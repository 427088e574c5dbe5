/** A Word document from its source: styles, numbering, header and footer, and the blocks of markup.mjs. */
import { FICTION, issuers } from "./issuers.mjs";
import { parseInline, parseMarkup, typographic } from "./markup.mjs";
import { coreProperties, escape } from "./xlsx.mjs";
import { zip } from "./zip.mjs";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
/** Width between the margins of an A4 page, in twentieths of a point. */
const WIDTH = 9360;
const NO_NUMBER =
  '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr><w:ind w:left="0" w:firstLine="0"/>';
const STATUS = { ok: "2B8A57", warn: "B97A00", bad: "C0392B", info: "3A78B5" };

/** @param {import("./pdf.mjs").PdfSource} source @returns {Buffer} */
export function makeDocx(source) {
  const issuer = issuers[source.issuer];
  const { body, lists } = setBlocks(parseMarkup(source.body), issuer);
  const part = (name, type) =>
    `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-${type}+xml"/>`;
  const word = (name, type = name) =>
    part(`word/${name}.xml`, `officedocument.wordprocessingml.${type}`);
  const rels = ["styles", "numbering", "settings", "footer", "header"];
  return zip([
    [
      "[Content_Types].xml",
      `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${word("document", "document.main")}${rels.map((name) => word(name)).join("")}${part("docProps/core.xml", "package.core-properties")}${part("docProps/app.xml", "officedocument.extended-properties")}</Types>`,
    ],
    [
      "_rels/.rels",
      `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/><Relationship Id="rId3" Type="${OFFICE}/extended-properties" Target="docProps/app.xml"/></Relationships>`,
    ],
    [
      "docProps/core.xml",
      XML + coreProperties({ title: source.title, author: issuer.legal, issued: source.issued }),
    ],
    [
      "docProps/app.xml",
      `${XML}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Open Trust Center</Application><Company>${escape(issuer.legal)}</Company></Properties>`,
    ],
    [
      "word/_rels/document.xml.rels",
      `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rels.map((name, i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${name}" Target="${name}.xml"/>`).join("")}</Relationships>`,
    ],
    [
      "word/document.xml",
      `${XML}<w:document ${W}><w:body>${cover(source, issuer)}${body}${section()}</w:body></w:document>`,
    ],
    ["word/styles.xml", XML + styles(issuer)],
    ["word/numbering.xml", XML + numbering(lists, issuer)],
    [
      "word/settings.xml",
      `${XML}<w:settings ${W}><w:zoom w:percent="100"/><w:defaultTabStop w:val="720"/><w:characterSpacingControl w:val="doNotCompress"/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat><w:themeFontLang w:val="en-GB"/></w:settings>`,
    ],
    [
      "word/footer.xml",
      `${XML}<w:ftr ${W}><w:p><w:pPr><w:pStyle w:val="Footer"/><w:tabs><w:tab w:val="right" w:pos="${WIDTH}"/></w:tabs></w:pPr>${run(source.classification)}<w:r><w:tab/></w:r>${run("Page ")}${field("PAGE")}${run(" of ")}${field("NUMPAGES")}</w:p></w:ftr>`,
    ],
    [
      "word/header.xml",
      `${XML}<w:hdr ${W}><w:p><w:pPr><w:pStyle w:val="Header"/><w:tabs><w:tab w:val="right" w:pos="${WIDTH}"/></w:tabs></w:pPr>${run(issuer.name, "<w:b/>")}<w:r><w:tab/></w:r>${run(source.title)}</w:p></w:hdr>`,
    ],
  ]);
}

function cover({ title, subtitle, classification, meta }, issuer) {
  const rows = meta.map(([label, value]) => [`**${label}**`, value]);
  return [
    paragraph(run(issuer.name), "Issuer"),
    paragraph(run(classification.toUpperCase()), "Classification"),
    paragraph(run(title), "Title"),
    paragraph(run(subtitle), "Subtitle"),
    table({ rows, widths: [1.2, 3], head: false }, issuer),
    paragraph(run(`${issuer.legal}, ${issuer.address}`), "Note"),
    paragraph(run(FICTION), "Note"),
    '<w:p><w:r><w:br w:type="page"/></w:r></w:p>',
  ].join("");
}

/** Each ordered list counts from one, so each gets a numbering of its own. */
function setBlocks(blocks, issuer) {
  let lists = 0;
  const setters = {
    heading: ({ level, text, numbered }) =>
      paragraph(runs(text), `Heading${level}`, numbered ? "" : NO_NUMBER),
    paragraph: ({ text }) => paragraph(runs(text)),
    callout: ({ text }) => paragraph(runs(text), "Callout"),
    list: ({ ordered, items }) => {
      if (ordered) lists++;
      const id = ordered ? lists + 1 : 1;
      return items
        .map((item) =>
          paragraph(
            runs(item),
            "ListParagraph",
            `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${id}"/></w:numPr>`,
          ),
        )
        .join("");
    },
    table: (block) => table({ ...block, head: true }, issuer) + paragraph("", "Small"),
    sign: ({ entries: [name, title, date] }) =>
      paragraph(run("____________________________________"), "Signature") +
      paragraph(run(name, "<w:b/>"), "Small") +
      paragraph(run(`${title}. ${date}`), "Small"),
    break: () => '<w:p><w:r><w:br w:type="page"/></w:r></w:p>',
  };
  return { body: blocks.map((block) => setters[block.kind](block)).join(""), lists };
}

function table({ rows, widths, head }, issuer) {
  const shares = widths ?? rows[0].map(() => 1);
  const total = shares.reduce((sum, share) => sum + share, 0);
  const columns = shares.map((share) => Math.round((share / total) * WIDTH));
  const border = (side, colour, size) =>
    `<w:${side} w:val="single" w:sz="${size}" w:space="0" w:color="${colour}"/>`;
  const cell = (text, i, isHead) => {
    const [, status, words] = text.match(/^(?:\[(ok|warn|bad|info)\]\s*)?(.*)$/);
    const shade = isHead
      ? `<w:shd w:val="clear" w:color="auto" w:fill="${issuer.tint.slice(1)}"/>`
      : "";
    const dot = status ? run("● ", `<w:color w:val="${STATUS[status]}"/>`) : "";
    return `<w:tc><w:tcPr><w:tcW w:w="${columns[i]}" w:type="dxa"/>${shade}</w:tcPr>${paragraph(dot + runs(words, isHead), "Cell")}</w:tc>`;
  };
  return [
    `<w:tbl><w:tblPr><w:tblW w:w="${WIDTH}" w:type="dxa"/><w:tblBorders>${border("bottom", "CFD9DC", 4)}${border("insideH", "CFD9DC", 4)}</w:tblBorders><w:tblLayout w:type="fixed"/><w:tblCellMar><w:top w:w="60" w:type="dxa"/><w:left w:w="100" w:type="dxa"/><w:bottom w:w="60" w:type="dxa"/><w:right w:w="100" w:type="dxa"/></w:tblCellMar></w:tblPr>`,
    `<w:tblGrid>${columns.map((width) => `<w:gridCol w:w="${width}"/>`).join("")}</w:tblGrid>`,
    ...rows.map((row, r) => {
      const isHead = head && r === 0;
      return `<w:tr><w:trPr><w:cantSplit/>${isHead ? "<w:tblHeader/>" : ""}</w:trPr>${row.map((text, i) => cell(text, i, isHead)).join("")}</w:tr>`;
    }),
    "</w:tbl>",
  ].join("");
}

function paragraph(content, style = null, extra = "") {
  const properties =
    style || extra ? `<w:pPr>${style ? `<w:pStyle w:val="${style}"/>` : ""}${extra}</w:pPr>` : "";
  return `<w:p>${properties}${content}</w:p>`;
}

function run(text, properties = "") {
  return `<w:r>${properties ? `<w:rPr>${properties}</w:rPr>` : ""}<w:t xml:space="preserve">${escape(typographic(text))}</w:t></w:r>`;
}

function runs(text, allBold = false) {
  return parseInline(text)
    .map((part) => run(part.text, part.bold || allBold ? "<w:b/>" : ""))
    .join("");
}

function field(name) {
  return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${name} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run("1")}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
}

function section() {
  return `<w:sectPr><w:headerReference w:type="default" r:id="rId5"/><w:footerReference w:type="default" r:id="rId4"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1500" w:right="1273" w:bottom="1300" w:left="1273" w:header="700" w:footer="600" w:gutter="0"/><w:titlePg/></w:sectPr>`;
}

function styles({ ink, accent, tint }) {
  const [inkHex, accentHex, tintHex] = [ink, accent, tint].map((hex) => hex.slice(1));
  const style = (id, name, paragraphProperties, runProperties, basedOn = "Normal") =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="${basedOn}"/><w:next w:val="Normal"/><w:qFormat/><w:pPr>${paragraphProperties}</w:pPr><w:rPr>${runProperties}</w:rPr></w:style>`;
  const space = (before, after) => `<w:spacing w:before="${before}" w:after="${after}"/>`;
  const type = (size, colour, bold) =>
    `${bold ? "<w:b/>" : ""}<w:color w:val="${colour}"/><w:sz w:val="${size}"/>`;
  return [
    `<w:styles ${W}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri" w:eastAsia="Calibri"/><w:color w:val="1C2A30"/><w:sz w:val="21"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>`,
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>',
    '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/></w:tblPr></w:style>',
    style("Issuer", "Issuer", space(0, 0), type(26, accentHex, true)),
    style("Classification", "Classification", space(0, 2600), type(15, accentHex, true)),
    style("Title", "Title", `${space(0, 120)}<w:contextualSpacing/>`, type(64, inkHex, true)),
    style("Subtitle", "Subtitle", space(0, 900), type(26, "5B6970")),
    style(
      "Heading1",
      "heading 1",
      `<w:keepNext/><w:numPr><w:numId w:val="100"/></w:numPr>${space(360, 120)}<w:outlineLvl w:val="0"/>`,
      type(30, accentHex, true),
    ),
    style(
      "Heading2",
      "heading 2",
      `<w:keepNext/>${space(240, 80)}<w:outlineLvl w:val="1"/>`,
      type(23, "1C2A30", true),
    ),
    style("ListParagraph", "List Paragraph", space(0, 60), ""),
    style(
      "Callout",
      "Callout",
      `<w:pBdr><w:left w:val="single" w:sz="24" w:space="10" w:color="${accentHex}"/></w:pBdr><w:shd w:val="clear" w:color="auto" w:fill="${tintHex}"/>${space(160, 200)}<w:ind w:left="240"/>`,
      "",
    ),
    style(
      "Cell",
      "Cell",
      '<w:spacing w:before="0" w:after="0" w:line="252" w:lineRule="auto"/>',
      type(19, "1C2A30"),
    ),
    style("Small", "Small", space(0, 40), type(19, "1C2A30")),
    style("Signature", "Signature", `<w:keepNext/>${space(700, 0)}`, type(19, "1C2A30")),
    style("Note", "Note", space(240, 0), type(16, "5B6970")),
    style("Header", "header", space(0, 0), type(16, "5B6970")),
    style("Footer", "footer", space(0, 0), type(16, "5B6970")),
    "</w:styles>",
  ].join("");
}

function numbering(lists, { accent }) {
  const colour = `<w:rPr><w:b/><w:color w:val="${accent.slice(1)}"/></w:rPr>`;
  const level = (format, text, indent) =>
    `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${indent}" w:hanging="${indent}"/></w:pPr>${colour}</w:lvl>`;
  const abstract = (id, content) =>
    `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="singleLevel"/>${content}</w:abstractNum>`;
  const heading = level("decimal", "%1", 480).replace(
    "<w:lvlText",
    '<w:pStyle w:val="Heading1"/><w:lvlText',
  );
  const ordered = Array.from({ length: lists }, (_, i) => i + 2);
  return [
    `<w:numbering ${W}>`,
    abstract(1, level("bullet", "•", 360)),
    ...ordered.map((id) => abstract(id, level("decimal", "%1.", 360))),
    abstract(100, heading),
    ...[1, ...ordered, 100].map(
      (id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`,
    ),
    "</w:numbering>",
  ].join("");
}
