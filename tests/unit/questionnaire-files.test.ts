import { expect, test } from "vitest";
import { withCsvTexts, readCsv } from "#platform/files/tables/csv-table.ts";
import { changedZip } from "#platform/files/questionnaires/changed-zip.ts";
import { readForm } from "#platform/files/questionnaires/form-reading.ts";
import { formSheets } from "#platform/files/questionnaires/form-sheets.ts";
import {
  calculatedOnLoad,
  withTexts,
  type CellTexts,
} from "#platform/files/questionnaires/sheet-xml.ts";
import { withSourcesSheet } from "#platform/files/questionnaires/sources-sheet.ts";
import { requirementKey, questionKey } from "#model/questionnaires/layouts.ts";
import {
  aiCaiqParts,
  caiqParts,
  CAIQ_QUESTIONS,
  HECVAT_QUESTIONS,
  hecvatParts,
  zipped,
  type Parts,
} from "../questionnaire-files.ts";
import { unzipped } from "../unzipped.ts";

const LIMITS = { maxRows: 20_000, maxColumns: 200, maxRecord: 200_000, maxCharacters: 8_000_000 };

function read(parts: Parts) {
  const found = formSheets((name) => parts.get(name)?.toString() ?? null, LIMITS);
  if (found === null) throw new Error("no workbook");
  return { ...readForm(found.sheets, { layout: null }), sheets: found.sheets };
}

/** Texts of the cells of one row each. */
function texts(cells: Record<number, Record<number, string>>): CellTexts {
  return new Map(
    Object.entries(cells).map(([row, own]) => [
      Number(row),
      new Map(Object.entries(own).map(([column, words]) => [Number(column), words])),
    ]),
  );
}

test("a workbook of HECVAT's make is read: every question, its cells, and its list in a hidden sheet", () => {
  const { layout, questions } = read(hecvatParts());
  expect(layout?.shape).toBe("hecvat");
  expect(questions).toHaveLength(HECVAT_QUESTIONS);
  expect(questions.every(({ allowed }) => allowed?.join(" ") === "Yes No N/A")).toBe(true);
  expect(questions[0]).toMatchObject({
    sheet: "Questions 1",
    row: 4,
    section: "COMP Section",
    externalId: "COMP-01",
    question: "Do you have control 1 of COMP?",
    answerColumn: 2,
    commentColumn: 3,
    answer: "",
  });
  expect(new Set(questions.map(({ section }) => section)).size).toBe(8);
});

test("a workbook of CAIQ's make is read: every question with its requirement", () => {
  const { layout, questions } = read(caiqParts());
  expect(layout?.shape).toBe("caiq");
  expect(questions).toHaveLength(CAIQ_QUESTIONS);
  expect(questions[1]).toMatchObject({
    externalId: "DA-01.2",
    section: "Domain DA",
    allowed: ["Yes", "No", "NA"],
    answerColumn: 2,
    commentColumn: 4,
    requirements: ["CSA CCM DA-01"],
  });
});

test("a workbook of AI-CAIQ's make is read with its descriptions and its controls", () => {
  const { layout, questions } = read(aiCaiqParts());
  expect(layout?.shape).toBe("aicaiq");
  expect(questions.map(({ externalId, requirements }) => [externalId, ...requirements])).toEqual([
    ["A&A-01.1", "CSA AICM A&A-01"],
    ["MDS-02.1", "CSA AICM MDS-02"],
    ["MDS-02.2", "CSA AICM MDS-02"],
  ]);
  expect(questions[0]).toMatchObject({
    allowed: ["YES", "NO", "NA"],
    answerColumn: 2,
    commentColumn: 4,
  });
});

test("answers are written into their cells alone, and are read again", () => {
  const parts = hecvatParts();
  const { questions } = read(parts);
  const sheet = "xl/worksheets/sheet1.xml";
  const own = questions.filter((question) => question.sheet === "Questions 1");
  const said = (at: number) => ["Yes", "No", "N/A"][at % 3] ?? "";
  const hostile = "<&>\"' =1+1\n_x0041_ \u0001 \u202eltr\u{1f600}";
  const wanted: CellTexts = new Map(
    own.map(({ row }, at) => [
      row,
      new Map([
        [2, said(at)],
        [3, at === 0 ? hostile : `Because of ${at}`],
      ]),
    ]),
  );
  const before = parts.get(sheet)?.toString() ?? "";
  const { xml, left } = withTexts(before, wanted);
  expect(left).toEqual([]);
  const count = (text: string) => text.split("<f>").length;
  expect(count(xml)).toBe(count(before));
  const again = read(new Map([...parts, [sheet, xml]])).questions;
  const answered = again.filter((question) => question.sheet === "Questions 1");
  expect(answered.map(({ answer }) => answer)).toEqual(own.map((_, at) => said(at)));
  expect(answered[0]?.comment).toBe(hostile);
  // Without the cells of answers and comments, the two are the same to the letter.
  const bare = (text: string) => text.replaceAll(/<c r="[CD]\d+"[^>]*?(?:\/>|>.*?<\/c>)/gs, "");
  expect(bare(xml)).toBe(bare(before));
  // Each keeps its style.
  expect(xml).toContain('<c r="C4" s="2" t="inlineStr">');
});

test("a cell with a formula is never written, and a cell that is missing is made", () => {
  const xml =
    '<x:worksheet><x:sheetData><x:row r="2"><x:c r="A2"/><x:c r="C2"><x:f>1+1</x:f><x:v>2</x:v></x:c></x:row><!-- <x:row r="9"> --></x:sheetData></x:worksheet>';
  const made = withTexts(xml, texts({ 2: { 1: "b", 2: "c", 3: "d" }, 9: { 0: "nowhere" } }));
  expect(made.left).toEqual(["C2", "A9"]);
  expect(made.xml).toBe(
    '<x:worksheet><x:sheetData><x:row r="2"><x:c r="A2"/><x:c r="B2" t="inlineStr"><x:is><x:t xml:space="preserve">b</x:t></x:is></x:c><x:c r="C2"><x:f>1+1</x:f><x:v>2</x:v></x:c><x:c r="D2" t="inlineStr"><x:is><x:t xml:space="preserve">d</x:t></x:is></x:c></x:row><!-- <x:row r="9"> --></x:sheetData></x:worksheet>',
  );
});

test("a cell is found by its own name alone, however its tag is written", () => {
  const xml = `<sheetData><row x=' r="7"' spans="1:2" r = "2"><c x:r="D2" note=" r='C2' s='9'" r\n=\n'B2' s = "4"/><c r="D2"/></row></sheetData>`;
  const made = withTexts(xml, texts({ 2: { 1: "b", 3: "d" } }));
  expect(made.left).toEqual([]);
  expect(made.xml).toContain('<c r="B2" s="4" t="inlineStr">');
  expect(made.xml).toContain('<c r="D2" t="inlineStr">');
  expect(made.xml.split("<c ")).toHaveLength(3);
});

test("a workbook says that it is to be calculated when it is opened", () => {
  expect(
    calculatedOnLoad('<workbook><sheets/><calcPr calcId="1" fullCalcOnLoad="0"/></workbook>'),
  ).toBe('<workbook><sheets/><calcPr calcId="1" fullCalcOnLoad="1"/></workbook>');
  expect(
    calculatedOnLoad(
      "<workbook><sheets></sheets><definedNames></definedNames><oleSize/></workbook>",
    ),
  ).toBe(
    '<workbook><sheets></sheets><definedNames></definedNames><calcPr fullCalcOnLoad="1"/><oleSize/></workbook>',
  );
});

test("a sheet of sources goes into workbooks of any program’s make, under a name that is free", () => {
  const strict = "http://purl.oclc.org/ooxml";
  const parts = new Map([
    ["[Content_Types].xml", "<t:Types xmlns:t='urn:t'></t:Types>"],
    [
      "xl/workbook.xml",
      `<x:workbook xmlns:x="${strict}/spreadsheetml/main"><x:sheets><x:sheet name="SOURCES" sheetId="1" q:id="a"/><x:sheet name="sources 2" sheetId="3" q:id="rIdSources"/></x:sheets><x:calcPr/></x:workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `<Relationships><Relationship Id="rIdSources" Type="${strict}/officeDocument/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ],
    ["xl/worksheets/sheet1.xml", "<x:worksheet/>"],
  ]);
  const row = { id: "1", question: "=1+1", kind: "FAQ", title: "<&>", url: "https://a.example" };
  const made = (given: ReadonlyMap<string, string>) =>
    withSourcesSheet((name) => given.get(name) ?? null, "xl/workbook.xml", [row]);
  const added = made(parts);
  expect(added?.get("[Content_Types].xml")).toBe(
    '<t:Types xmlns:t=\'urn:t\'><t:Override PartName="/xl/worksheets/sheet2.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></t:Types>',
  );
  expect(added?.get("xl/workbook.xml")).toContain(
    `q:id="rIdSources"/><x:sheet xmlns:r="${strict}/officeDocument/relationships" name="Sources 3" sheetId="2" r:id="rIdSources2"/></x:sheets>`,
  );
  expect(added?.get("xl/_rels/workbook.xml.rels")).toContain(
    `<Relationship Id="rIdSources2" Type="${strict}/officeDocument/relationships/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
  );
  const sheet = added?.get("xl/worksheets/sheet2.xml") ?? "";
  expect(sheet).toContain(`<worksheet xmlns="${strict}/spreadsheetml/main">`);
  expect(sheet).toContain(">=1+1</t>");
  expect(sheet).not.toContain("<f>");
  for (const missing of ["[Content_Types].xml", "xl/_rels/workbook.xml.rels"])
    expect(made(new Map([...parts].filter(([name]) => name !== missing)))).toBeNull();
  expect(made(new Map([...parts, ["[Content_Types].xml", "<Types/>"]]))).toBeNull();
});

test("every other file of the archive keeps its bytes", async () => {
  const parts = hecvatParts();
  const archive = await zipped(parts);
  const name = "xl/worksheets/sheet1.xml";
  const changed = await changedZip(archive, new Map([[name, Buffer.from("<changed/>")]]));
  const [before, after] = [await unzipped(archive), await unzipped(changed)];
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [file, bytes] of before)
    expect(after.get(file)?.equals(file === name ? Buffer.from("<changed/>") : bytes)).toBe(true);
});

test("a CSV file keeps its separator, its quotation marks and its line ends; no cell is a formula", async () => {
  const text =
    'sep=;\r\n"Question";"Answer";"Comment"\r\n"Do you; encrypt?";"";""\nBackups?;;old\r\nLast one?';
  const written = withCsvTexts(
    text,
    texts({
      2: { 1: "Yes", 2: '=HYPERLINK("x")' },
      3: { 1: "two\nlines", 2: "@now" },
      4: { 1: "No", 2: "" },
    }),
  );
  expect(written).toBe(
    'sep=;\r\n"Question";"Answer";"Comment"\r\n"Do you; encrypt?";"Yes";"\'=HYPERLINK(""x"")"\nBackups?;"two\nlines";\'@now\r\nLast one?;No;',
  );
  const rows = await readCsv(written, { maxRows: 100, maxColumns: 10 });
  expect(rows.map(({ cells }) => cells.slice(1))).toEqual([
    ["Answer", "Comment"],
    ["Yes", '=HYPERLINK("x")'],
    ["two\nlines", "@now"],
    ["No", ""],
  ]);
});

test("questions and requirements are compared without what does not count", () => {
  expect(questionKey("1.2)  Do you ENCRYPT data at rest?")).toBe("do you encrypt data at rest");
  expect(questionKey("A.5 Do you encrypt data, at rest")).toBe("do you encrypt data at rest");
  expect(questionKey("Do you not encrypt data at rest?")).not.toBe("do you encrypt data at rest");
  expect(requirementKey("CSA CCM A&A-01")).toBe(requirementKey("CCM A&A-01"));
  expect(requirementKey("ISO/IEC 27001 A.8.24")).toBe(requirementKey("ISO 27001 A.8.24"));
});
