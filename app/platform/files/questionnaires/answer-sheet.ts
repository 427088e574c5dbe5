import { buffer } from "node:stream/consumers";
import { deflatedZip } from "../deflated-zip.ts";
import { cellName, escapedText } from "./sheet-xml.ts";
import { withSourcesSheet, type SourceRow } from "./sources-sheet.ts";

/** A question with what was answered to it. */
export interface SheetRow {
  id: string;
  section: string;
  question: string;
  answer: string;
  comment: string;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";
/** How wide its columns are, in letters. */
const WIDTHS = [10, 24, 60, 60, 40];
const NAMES = ["ID", "Section", "Question", "Answer", "Comment"];

/**
 * A workbook of questions and answers, for files that have no place for answers. Texts are texts: none
 * of them is a formula.
 * @param modified when its parts were made, as the archive says it
 * @param sources a sheet of them stands behind
 */
export function answerSheet(
  rows: readonly SheetRow[],
  modified: Date,
  sources?: readonly SourceRow[],
): Promise<Buffer> {
  const cells = (row: number, texts: readonly string[], style: number) =>
    `<row r="${row}">${texts
      .map((text, at) =>
        text === ""
          ? ""
          : `<c r="${cellName(row, at)}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapedText(text)}</t></is></c>`,
      )
      .join("")}</row>`;
  const filled = rows.map(({ id, section, question, answer, comment }, at) =>
    cells(at + 2, [id, section, question, answer, comment], 1),
  );
  const columns = WIDTHS.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  ).join("");
  const override = (name: string, type: string) =>
    `<Override PartName="/${name}" ContentType="${TYPE}.${type}+xml"/>`;
  const relations = (...all: [string, string][]) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all
      .map(
        ([type, target], at) =>
          `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
      )
      .join("")}</Relationships>`;
  const parts = new Map<string, string>([
    [
      "[Content_Types].xml",
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override("xl/workbook.xml", "sheet.main")}${override("xl/styles.xml", "styles")}${override("xl/worksheets/sheet1.xml", "worksheet")}</Types>`,
    ],
    ["_rels/.rels", relations(["officeDocument", "xl/workbook.xml"])],
    [
      "xl/workbook.xml",
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Answers" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      relations(["worksheet", "worksheets/sheet1.xml"], ["styles", "styles.xml"]),
    ],
    [
      "xl/styles.xml",
      `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
    ],
    [
      "xl/worksheets/sheet1.xml",
      `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns}</cols><sheetData>${cells(1, NAMES, 2)}${filled.join("")}</sheetData></worksheet>`,
    ],
  ]);
  if (sources !== undefined)
    for (const [name, xml] of withSourcesSheet(
      (part) => parts.get(part) ?? null,
      "xl/workbook.xml",
      sources,
    ) ?? [])
      parts.set(name, xml);
  return buffer(
    deflatedZip(
      [...parts].map(([name, text]) => {
        const bytes = Buffer.from(text, "utf8");
        const open = () => Promise.resolve([bytes]);
        return { name, size: bytes.length, modified, deflate: true, open };
      }),
    ),
  );
}
