/** A workbook from its sheets: the few parts of OOXML that spreadsheets need, with shared styles. */
import { FICTION, issuers } from "./issuers.mjs";
import { typographic } from "./markup.mjs";
import { zip } from "./zip.mjs";

/**
 * @typedef {object} Sheet
 * @property {string} name at most 31 characters
 * @property {number[]} widths in characters
 * @property {Array<Cell[]>} rows
 * @property {number} [headerRow] 1-based; frozen, filtered and repeated in print
 * @property {{ column: string, values: string[] }} [choices] a list to choose from below the header
 * @typedef {string | number | { value: string | number, style?: StyleName, formula?: string }} Cell
 * @typedef {"plain" | "title" | "subtitle" | "label" | "head" | "section" | "yes" | "no" | "note"} StyleName
 */

const STYLES = ["plain", "title", "subtitle", "label", "head", "section", "yes", "no", "note"];

/** @param {{ issuer: string, title: string, issued: string, sheets: Sheet[] }} source @returns {Buffer} */
export function makeXlsx({ issuer: key, title, issued, sheets }) {
  const issuer = issuers[key];
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  const override = (part, type) =>
    `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-${type}+xml"/>`;
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  return zip([
    [
      "[Content_Types].xml",
      `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override("/xl/workbook.xml", "officedocument.spreadsheetml.sheet.main")}${sheets.map((_, i) => override(`/xl/worksheets/sheet${i + 1}.xml`, "officedocument.spreadsheetml.worksheet")).join("")}${override("/xl/styles.xml", "officedocument.spreadsheetml.styles")}${override("/docProps/core.xml", "package.core-properties")}${override("/docProps/app.xml", "officedocument.extended-properties")}</Types>`,
    ],
    [
      "_rels/.rels",
      `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/><Relationship Id="rId3" Type="${office}/extended-properties" Target="docProps/app.xml"/></Relationships>`,
    ],
    ["docProps/core.xml", xml + coreProperties({ title, author: issuer.legal, issued })],
    [
      "docProps/app.xml",
      `${xml}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Open Trust Center</Application><Company>${escape(issuer.legal)}</Company></Properties>`,
    ],
    [
      "xl/workbook.xml",
      `${xml}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets>${sheets.map(({ name }, i) => `<sheet name="${escape(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join("")}</sheets>${definedNames(sheets)}<calcPr calcId="191029"/></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${office}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join("")}<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ["xl/styles.xml", xml + styles(issuer)],
    ...sheets.map((sheet, i) => [
      `xl/worksheets/sheet${i + 1}.xml`,
      xml + worksheet(sheet, i === 0, title),
    ]),
  ]);
}

export function coreProperties({ title, author, issued }) {
  return `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escape(title)}</dc:title><dc:creator>${escape(author)}</dc:creator><dc:description>${escape(FICTION)}</dc:description><dcterms:created xsi:type="dcterms:W3CDTF">${issued}T09:00:00Z</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${issued}T09:00:00Z</dcterms:modified></cp:coreProperties>`;
}

export function escape(text) {
  return String(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Filters and repeated print rows are names of the workbook. */
function definedNames(sheets) {
  const names = sheets.flatMap(({ name, headerRow, rows, widths }, i) => {
    if (!headerRow) return [];
    const last = column(widths.length - 1);
    return [
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">'${escape(name)}'!$A$${headerRow}:$${last}$${rows.length}</definedName>`,
      `<definedName name="_xlnm.Print_Titles" localSheetId="${i}">'${escape(name)}'!$${headerRow}:$${headerRow}</definedName>`,
    ];
  });
  return names.length > 0 ? `<definedNames>${names.join("")}</definedNames>` : "";
}

function worksheet({ widths, rows, headerRow, choices }, first, title) {
  const last = column(widths.length - 1);
  const pane = headerRow
    ? `<pane ySplit="${headerRow}" topLeftCell="A${headerRow + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A${headerRow + 1}" sqref="A${headerRow + 1}"/>`
    : "";
  const validation = choices
    ? `<dataValidations count="1"><dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${choices.column}${headerRow + 1}:${choices.column}${rows.length}"><formula1>"${choices.values.join(",")}"</formula1></dataValidation></dataValidations>`
    : "";
  const merged = rows.flatMap((cells, i) => (isHeading(cells) ? [i + 1] : []));
  return [
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
    `<dimension ref="A1:${last}${rows.length}"/>`,
    `<sheetViews><sheetView showGridLines="0"${first ? ' tabSelected="1"' : ""} workbookViewId="0">${pane}</sheetView></sheetViews>`,
    '<sheetFormatPr defaultRowHeight="15"/>',
    `<cols>${widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join("")}</cols>`,
    `<sheetData>${rows.map((cells, i) => row(cells, i + 1, widths)).join("")}</sheetData>`,
    headerRow ? `<autoFilter ref="A${headerRow}:${last}${rows.length}"/>` : "",
    merged.length > 0
      ? `<mergeCells count="${merged.length}">${merged.map((number) => `<mergeCell ref="A${number}:${last}${number}"/>`).join("")}</mergeCells>`
      : "",
    validation,
    '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>',
    '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>',
    `<headerFooter><oddFooter>&amp;L${escape(title)}&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter></worksheet>`,
  ].join("");
}

/** A section's title runs over the whole width. */
function isHeading(cells) {
  return (
    cells.length > 1 &&
    cells.every(
      (cell, i) => read(cell).style === "section" && (i === 0) === (read(cell).value !== ""),
    )
  );
}

/** Wrapped cells need a height of their own: not every reader works it out. */
function row(cells, number, widths) {
  const lines = Math.max(
    1,
    ...cells.map((cell, i) => {
      const { value, style } = read(cell);
      return style === "title" || style === "subtitle" || isHeading(cells)
        ? 1
        : Math.ceil(String(value).length / (widths[i] * 1.08));
    }),
  );
  const height = cells.some((cell) => read(cell).style === "title")
    ? 30
    : Math.max(18, lines * 14.5 + 5);
  const shown = cells.map((cell, i) => show(cell, `${column(i)}${number}`)).join("");
  return `<row r="${number}" ht="${height}" customHeight="1">${shown}</row>`;
}

function show(cell, reference) {
  const { value, style, formula } = read(cell);
  if (value === "" && !formula)
    return style === "plain" ? "" : `<c r="${reference}" s="${STYLES.indexOf(style)}"/>`;
  const s = ` s="${STYLES.indexOf(style)}"`;
  if (formula) return `<c r="${reference}"${s}><f>${escape(formula)}</f><v>${value}</v></c>`;
  if (typeof value === "number") return `<c r="${reference}"${s}><v>${value}</v></c>`;
  return `<c r="${reference}"${s} t="inlineStr"><is><t>${escape(typographic(value))}</t></is></c>`;
}

function read(cell) {
  return typeof cell === "object" ? { style: "plain", ...cell } : { value: cell, style: "plain" };
}

function column(index) {
  return String.fromCharCode(65 + index);
}

function styles({ ink, accent, tint }) {
  const rgb = (hex) => `<color rgb="FF${hex.slice(1).toUpperCase()}"/>`;
  const font = (size, colour, bold) =>
    `<font>${bold ? "<b/>" : ""}<sz val="${size}"/>${rgb(colour)}<name val="Calibri"/><family val="2"/></font>`;
  const fill = (hex) =>
    `<fill><patternFill patternType="solid"><fgColor rgb="FF${hex.slice(1).toUpperCase()}"/><bgColor indexed="64"/></patternFill></fill>`;
  const xf = (fontId, fillId, borderId, extra = "") =>
    `<xf numFmtId="0" fontId="${fontId}" fillId="${fillId}" borderId="${borderId}" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment vertical="top" wrapText="1"${extra}/></xf>`;
  const line = `<bottom style="thin"><color rgb="FFD5DDE0"/></bottom>`;
  return [
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<fonts count="8">${font(10, "#1c2a30")}${font(20, ink, true)}${font(11, "#5b6970")}${font(10, "#5b6970", true)}${font(10, "#ffffff", true)}${font(11, accent, true)}${font(10, "#1f7a4d", true)}${font(10, "#9a6a00", true)}</fonts>`,
    `<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fill(accent)}${fill(tint)}</fills>`,
    `<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/>${line}<diagonal/></border></borders>`,
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="9">${xf(0, 0, 1)}${xf(1, 0, 0).replace(' wrapText="1"', "")}${xf(2, 0, 0).replace(' wrapText="1"', "")}${xf(3, 0, 1)}${xf(4, 2, 0).replace('vertical="top"', 'vertical="center"')}${xf(5, 3, 1)}${xf(6, 0, 1)}${xf(7, 0, 1)}${xf(2, 0, 0)}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ].join("");
}
