import { buffer } from "node:stream/consumers";
import { deflatedZip } from "#platform/files/deflated-zip.ts";

/*
 * Questionnaires of the make of those that go round: a workbook like HECVAT's, whose questions are
 * formulas and whose answers are chosen from lists in a hidden sheet, and one like CAIQ's. Ids and
 * wording are our own.
 */

/** Parts of a workbook by their names in the archive. */
export type Parts = Map<string, string | Buffer>;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

export async function zipped(parts: Parts): Promise<Buffer> {
  return buffer(
    deflatedZip(
      [...parts].map(([name, content]) => {
        const bytes = Buffer.from(content);
        return {
          name,
          size: bytes.length,
          modified: new Date("2026-11-26T12:00:00Z"),
          deflate: true,
          open: () => Promise.resolve([bytes]),
        };
      }),
    ),
  );
}

interface MadeSheet {
  name: string;
  isHidden?: boolean;
  xml: string;
}

/** The parts around sheets: relations, types, styles, and a shared text. */
function bookOf(sheets: readonly MadeSheet[], { inside = "" } = {}): Parts {
  const parts: Parts = new Map();
  const types = sheets
    .map(
      (_, at) =>
        `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
    )
    .join("");
  parts.set(
    "[Content_Types].xml",
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${types}</Types>`,
  );
  parts.set(
    "_rels/.rels",
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  parts.set(
    "xl/workbook.xml",
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets
      .map(
        ({ name, isHidden }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}"${isHidden === true ? ' state="hidden"' : ""} r:id="rId${at + 1}"/>`,
      )
      .join("")}</sheets>${inside}<calcPr calcId="191029"/></workbook>`,
  );
  parts.set(
    "xl/_rels/workbook.xml.rels",
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${sheets
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join(
        "",
      )}<Relationship Id="rId99" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  );
  parts.set(
    "xl/styles.xml",
    `${XML}<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf applyAlignment="1"><alignment wrapText="1"/></xf><xf numFmtId="49"/></cellXfs></styleSheet>`,
  );
  for (const [at, { xml }] of sheets.entries()) parts.set(`xl/worksheets/sheet${at + 1}.xml`, xml);
  return parts;
}

function text(name: string, words: string): string {
  return `<c r="${name}" s="1" t="inlineStr"><is><t>${words}</t></is></c>`;
}

/** A formula with what it came to. */
function formula(name: string, code: string, shown: string): string {
  return `<c r="${name}" s="1" t="str"><f>${code}</f><v>${shown}</v></c>`;
}

function sheetXml(rows: string, after = ""): string {
  return `${XML}<worksheet xmlns="${MAIN}" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><sheetFormatPr defaultRowHeight="15"/><sheetData>${rows}</sheetData>${after}</worksheet>`;
}

export const HECVAT_QUESTIONS = 332;
const BLOCKS = ["COMP", "DOCU", "THRD", "APPL", "AUTH", "DATA", "CHNG", "NETW"];
const PER_SHEET = 4;

/**
 * A workbook of HECVAT's make: blocks of questions headed 'Answer' and 'Additional Information' in two
 * sheets, questions that are VLOOKUPs into a hidden sheet, answers from lists there, a sheet of scores
 * that are formulas, and parts that nobody reads.
 * @param formulas of the scores
 * @param asks the question of a number, from 1
 */
export function hecvatParts({
  formulas = 2_000,
  extraParts = 60,
  questions = HECVAT_QUESTIONS,
  asks = (made: number, block: string) => `Do you have control ${made} of ${block}?`,
} = {}): Parts {
  const perBlock = Math.ceil(questions / BLOCKS.length);
  const bank: string[] = [];
  const sheets: MadeSheet[] = [];
  let made = 0;
  for (let first = 0; first < BLOCKS.length; first += PER_SHEET) {
    let rows = `<row r="1">${text("A1", "Higher Education Questionnaire")}</row>`;
    let row = 3;
    const ranges: string[] = [];
    for (const block of BLOCKS.slice(first, first + PER_SHEET)) {
      rows += `<row r="${row}">${text(`A${row}`, `${block} Section`)}${text(`C${row}`, "Answer")}${text(`D${row}`, "Additional Information")}${text(`E${row}`, "Guidance")}</row>`;
      const from = row + 1;
      for (let nth = 1; nth <= perBlock && made < questions; nth += 1) {
        row += 1;
        made += 1;
        const id = `${block}-${String(nth).padStart(2, "0")}`;
        const question = asks(made, block);
        bank.push(`<row r="${made}">${text(`A${made}`, id)}${text(`B${made}`, question)}</row>`);
        rows += `<row r="${row}">${text(`A${row}`, id)}${formula(`B${row}`, `VLOOKUP(A${row},Questions!A:B,2,FALSE)`, question)}<c r="C${row}" s="2"/><c r="D${row}" s="1"/>${formula(`E${row}`, `IF(C${row}="No","Explain.","")`, "")}</row>`;
      }
      ranges.push(`C${from}:C${row}`);
      row += 2;
    }
    const after = `<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}"><x14:dataValidations count="1"><x14:dataValidation type="list" allowBlank="1"><x14:formula1><xm:f>'Auto Responses'!$J$3:$J$5</xm:f></x14:formula1><xm:sqref>${ranges.join(" ")}</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>`;
    sheets.push({ name: `Questions ${first / PER_SHEET + 1}`, xml: sheetXml(rows, after) });
  }
  const scores = Array.from(
    { length: formulas },
    (_, at) =>
      `<row r="${at + 1}"><c r="A${at + 1}"><f>IF('Questions 1'!C${4 + (at % 40)}="Yes",1,0)</f><v>0</v></c></row>`,
  ).join("");
  const lists = ["Yes", "No", "N/A"]
    .map((choice, at) => `<row r="${at + 3}">${text(`J${at + 3}`, choice)}</row>`)
    .join("");
  const parts = bookOf([
    ...sheets,
    { name: "Scores", xml: sheetXml(scores) },
    { name: "Auto Responses", isHidden: true, xml: sheetXml(lists) },
    { name: "Questions", isHidden: true, xml: sheetXml(bank.join("")) },
  ]);
  for (let at = 0; at < extraParts; at += 1)
    parts.set(`customXml/item${at}.xml`, `${XML}<left xmlns="urn:left">${at}</left>`);
  parts.set("xl/media/image1.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
  return parts;
}

export const CAIQ_QUESTIONS = 261;
const DOMAINS = 17;
const CONTROLS = 197;

/** A workbook of CAIQ v4's make: 17 domains, 197 controls, 261 questions, names in the second row. */
export function caiqParts(): Parts {
  const names = [
    "Question ID",
    "Question",
    "CSP CAIQ Answer",
    "SSRM Control Ownership",
    "CSP Implementation Description (Optional/Recommended)",
    "CSC Responsibilities (Optional/Recommended)",
    "CCM Control ID",
    "CCM Control Title",
    "CCM Domain Title",
  ];
  const cells = (row: number, words: readonly string[]) =>
    words
      .map((word, at) => (word === "" ? "" : text(`${"ABCDEFGHI"[at] ?? ""}${row}`, word)))
      .join("");
  let rows = `<row r="1">${text("A1", "Questionnaire of our own wording")}</row><row r="2">${cells(2, names)}</row>`;
  let row = 2;
  for (let control = 0; control < CONTROLS; control += 1) {
    const domain = `D${String.fromCharCode(65 + (control % DOMAINS))}`;
    const id = `${domain}-${String(Math.floor(control / DOMAINS) + 1).padStart(2, "0")}`;
    const questions = control < CAIQ_QUESTIONS - CONTROLS ? 2 : 1;
    for (let nth = 1; nth <= questions; nth += 1) {
      row += 1;
      const first = cells(row, [`${id}.${nth}`, `Is part ${nth} of measure ${id} in place?`]);
      const last =
        nth === 1
          ? cells(row, ["", "", "", "", "", "", id, `Measure ${id}`, `Domain ${domain}`])
          : "";
      rows += `<row r="${row}">${first}<c r="C${row}" s="2"/>${last}</row>`;
    }
  }
  const after = `<dataValidations count="1"><dataValidation type="list" sqref="C3:C${row}"><formula1>"Yes,No,NA"</formula1></dataValidation></dataValidations>`;
  return bookOf([{ name: "CAIQv4.0.3", xml: sheetXml(rows, after) }]);
}

/** A workbook of AI-CAIQ's make: answers in column C, the provider's descriptions in E. */
export function aiCaiqParts(): Parts {
  const cells = (row: number, words: readonly string[]) =>
    words.map((word, at) => text(`${"ABCDEF"[at] ?? ""}${row}`, word)).join("");
  const names = [
    "Question ID",
    "Question",
    "Service Provider AI-CAIQ Answer",
    "SSRM Control Ownership",
    "Service Provider Implementation Description",
    "Service Customer Responsibilities",
  ];
  const questions = ["A&amp;A-01.1", "MDS-02.1", "MDS-02.2"]
    .map(
      (id, at) =>
        `<row r="${at + 3}">${cells(at + 3, [id, `Is measure ${at + 1} of models in place?`])}</row>`,
    )
    .join("");
  const after = `<dataValidations count="1"><dataValidation type="list" sqref="C3:C5"><formula1>"YES,NO,NA"</formula1></dataValidation></dataValidations>`;
  const head = `<row r="1">${text("A1", "Of our own wording")}</row><row r="2">${cells(2, names)}</row>`;
  return bookOf([{ name: "AI-CAIQ v1.1", xml: sheetXml(`${head}${questions}`, after) }]);
}
