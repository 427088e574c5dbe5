import type { Parts } from "./questionnaire-files.ts";

/*
 * Questionnaires as documents of the make that word processors write: tables with named columns,
 * numbered paragraphs, and beside them headers, comments, changes that somebody tracks and content
 * controls, which nobody touches.
 */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml";

/** The part in which the answers go. */
export const DOCUMENT = "word/document.xml";

/** The parts of a document around a body. */
export function documentParts(body: string): Parts {
  const parts: Parts = new Map();
  const own = [
    ["styles", "styles"],
    ["numbering", "numbering"],
    ["header", "header1"],
    ["comments", "comments"],
    ["settings", "settings"],
  ] as const;
  parts.set(
    "[Content_Types].xml",
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${TYPE}.document.main+xml"/>${own
      .map(
        ([type, name]) =>
          `<Override PartName="/word/${name}.xml" ContentType="${TYPE}.${type}+xml"/>`,
      )
      .join("")}</Types>`,
  );
  parts.set(
    "_rels/.rels",
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
  );
  parts.set(
    "word/_rels/document.xml.rels",
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${own
      .map(
        ([type, name], at) =>
          `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${name}.xml"/>`,
      )
      .join("")}</Relationships>`,
  );
  parts.set(
    "word/styles.xml",
    `${XML}<w:styles xmlns:w="${MAIN}"><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Part"><w:name w:val="Part"/><w:basedOn w:val="Heading1"/></w:style><w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style><w:style w:type="paragraph" w:styleId="Numbered"><w:name w:val="List Number"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style></w:styles>`,
  );
  const level = (format: string) =>
    `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="%1."/></w:lvl>`;
  parts.set(
    "word/numbering.xml",
    `${XML}<w:numbering xmlns:w="${MAIN}"><w:abstractNum w:abstractNumId="7">${level("decimal")}</w:abstractNum><w:abstractNum w:abstractNumId="8">${level("bullet")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num></w:numbering>`,
  );
  parts.set(
    "word/header1.xml",
    `${XML}<w:hdr xmlns:w="${MAIN}">${paragraph("1. Is this a header?")}</w:hdr>`,
  );
  parts.set("word/comments.xml", `${XML}<w:comments xmlns:w="${MAIN}"/>`);
  parts.set("word/settings.xml", `${XML}<w:settings xmlns:w="${MAIN}"/>`);
  parts.set("word/media/image1.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
  parts.set(
    DOCUMENT,
    `${XML}<w:document xmlns:w="${MAIN}" xmlns:r="${OFFICE}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body>${body}<w:sectPr><w:headerReference w:type="default" r:id="rId3"/></w:sectPr></w:body></w:document>`,
  );
  return parts;
}

/** A paragraph. @param properties what stands in its properties */
export function paragraph(words: string, properties = ""): string {
  const own = properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`;
  return `<w:p>${own}${words === "" ? "" : run(words)}</w:p>`;
}

export function run(words: string): string {
  return `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;
}

export const HEADING = '<w:pStyle w:val="Part"/>';
export const NUMBER = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
export const BULLET = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>';

/** A cell with whole paragraphs. */
export function cell(content: string, span = 1): string {
  return `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/>${span === 1 ? "" : `<w:gridSpan w:val="${span}"/>`}</w:tcPr>${content}</w:tc>`;
}

export function row(...cells: string[]): string {
  return `<w:tr>${cells.map((own) => (own.startsWith("<") ? own : cell(paragraph(own)))).join("")}</w:tr>`;
}

export function table(...rows: string[]): string {
  return `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid/>${rows.join("")}</w:tbl>`;
}

/** How many questions the document below has. */
export const DOCUMENT_QUESTIONS = 8;

/** A document with a table and with questions in its text. */
export function questionDocument(): Parts {
  const styled =
    '<w:p><w:pPr><w:jc w:val="both"/><w:rPr><w:i/><w:sz w:val="18"/></w:rPr></w:pPr></w:p>';
  return documentParts(
    [
      paragraph("Vendor questionnaire", HEADING),
      paragraph("Please answer all questions by Friday."),
      paragraph("Encryption", HEADING),
      table(
        row("No.", "Question", "Response", "Comments"),
        row(cell(paragraph("Data at rest"), 4)),
        row("1.1", "Do you encrypt data at rest &amp; backups?", cell(styled), ""),
        row("1.2", "Which ciphers do you use?", "AES-256", ""),
        row(
          "1.3",
          "Is key rotation tracked?",
          cell(
            `<w:p><w:ins w:id="1" w:author="A"><w:r><w:t>Somebody typed this</w:t></w:r></w:ins></w:p>`,
          ),
          "",
        ),
        row(
          "1.4",
          "Do you use a vault?",
          cell(
            `<w:sdt><w:sdtPr><w:showingPlcHdr/><w:dropDownList/></w:sdtPr><w:sdtContent>${paragraph("Choose an item.")}</w:sdtContent></w:sdt>${paragraph("")}`,
          ),
          "",
        ),
      ),
      paragraph("Access", '<w:pStyle w:val="Heading1"/>'),
      paragraph("2. Who can read our data?"),
      paragraph("Answer: ______"),
      paragraph("Describe how accounts are removed.", NUMBER),
      paragraph("Include the time that it takes.", BULLET),
      paragraph("Do you support single sign-on? (Yes/No)"),
      paragraph(""),
      paragraph("Thank you."),
      paragraph("Q9: Is there a fourth one?"),
      "<w:sdt><w:sdtContent><w:p><w:r><w:t>3. Is this in a control?</w:t></w:r></w:p></w:sdtContent></w:sdt>",
    ].join(""),
  );
}
