import { expect, test } from "vitest";
import { CUSTOMER_TABLE } from "#access/access-rules/forms/customer-table.ts";
import { CUSTOMER_LOOKS, readCustomerRows } from "#access/access-rules/staff/customer-rows.ts";
import { packSheets } from "#platform/files/tables/staged-sheets.ts";
import { UnreadableTable, writeCsv } from "#platform/files/tables/csv-table.ts";
import { readWorkbook } from "#platform/files/tables/workbook.ts";
import { readingWords } from "#web/table-import/staff/asked-table.ts";
import { AS_IT_IS, readTable } from "#web/table-import/staff/read-table.ts";
import { workbookParts, type MadeSheet, type MadeWorkbook } from "../workbook-parts.ts";

const LIMITS = { maxRows: 100, maxColumns: 300, maxRecord: 10_000, maxCharacters: 1_000_000 };

/** A workbook as it waits for its import. @param change what another program writes otherwise */
function staged(made: MadeWorkbook, change = (text: string) => text): Uint8Array {
  const parts = new Map(workbookParts(made).map(({ name, text }) => [name, change(text)]));
  const book = readWorkbook((name) => parts.get(name) ?? null, LIMITS);
  if (book === null) throw new Error("no workbook");
  const csvOf = (rows: ReadonlyMap<number, readonly string[]> | null) => {
    const last = Math.max(0, ...(rows?.keys() ?? []));
    const all = Array.from({ length: last }, (_, at) => rows?.get(at + 1) ?? []);
    return new TextEncoder().encode(last === 0 ? "" : `sep=,\r\n${writeCsv(all)}`);
  };
  return packSheets(
    book.sheets.map((sheet) => ({ ...sheet, csv: csvOf(sheet.rows) })),
    book.active,
  );
}

const sheet = (rows: MadeSheet["rows"]) => ({ sheets: [{ name: "One", rows }] });
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (number: number, cells: string, more = "") =>
  `<row r="${number}"${more}>${cells}</row>`;
const HEAD = row(1, text("Domain") + text("Name"));

/** Every row of a list: what comes in, and what is named with its reason. */
async function outcome(bytes: Uint8Array | string, choices: Partial<typeof AS_IT_IS> = {}) {
  const table = await readTable(
    Buffer.from(bytes),
    { table: CUSTOMER_TABLE, looks: CUSTOMER_LOOKS, maxRows: 100 },
    { ...AS_IT_IS, ...choices },
  );
  const rows = await readCustomerRows(table);
  return {
    rows: rows.map((each) =>
      "fault" in each
        ? `${each.row}: ${each.fault}`
        : `${each.row} ${each.customer.domain} ${each.customer.name ?? ""}`.trim(),
    ),
    words: readingWords(table).join(" "),
    isPlain: table.isPlain && table.missing.length === 0,
    count: table.below.length,
  };
}

const utf16 = (csv: string) => Buffer.from(`\ufeff${csv}`, "utf16le");

const LISTS: [program: string, bytes: Uint8Array | string, rows: string[]][] = [
  [
    "Excel, semicolons and sep=",
    'sep=;\r\nDomain;Name\r\none.example;"One; Two"\r\n',
    ["2 one.example One; Two"],
  ],
  ["Excel, Unicode text", utf16("Domain\tName\r\none.example\tÉins\r\n"), ["2 one.example Éins"]],
  [
    "Excel, UTF-8 with its mark twice",
    "\ufeff\ufeffDomain,Name\r\none.example,One\r\n",
    ["2 one.example One"],
  ],
  [
    "Excel for Mac, CR alone",
    "Domain,Name\rone.example,One\rtwo.example,Two\r",
    ["2 one.example One", "3 two.example Two"],
  ],
  [
    "Excel, blank columns and rows at the end",
    "Domain,Name,,\r\none.example,One,,\r\n,,,\r\n,,,\r\n",
    ["2 one.example One"],
  ],
  [
    "Google Sheets, an error in a cell",
    "Domain,Name\none.example,#REF!\ntwo.example,Two\n",
    ["2: A cell shows an error: #REF!", "3 two.example Two"],
  ],
  [
    "LibreOffice, every cell quoted",
    '"Domain","Name"\n"one.example","A ""b"" c"\n',
    ['2 one.example A "b" c'],
  ],
  ["Numbers, a title above", "Customers,\nDomain,Name\none.example,One\n", ["3 one.example One"]],
  [
    "Airtable, line breaks in a cell",
    '\ufeffName,Domain\n"One\nLimited",one.example\n',
    ["2 one.example One Limited"],
  ],
  [
    "Notion, many properties",
    '\ufeffName,Created,Domain,Tags\nOne,"November 20, 2026",one.example,"a, b"\n',
    ["2 one.example One"],
  ],
  [
    "HubSpot, two columns of one name",
    "Company name,Company Domain Name,Company Domain Name\nOne,one.example,uno.example\n",
    ["2 one.example One"],
  ],
  [
    "Salesforce, a report's footer",
    '"Account Name","Website"\n"One","https://www.one.example"\n\n"Customers"\n"Copyright (c) 2000-2026 salesforce.com, inc."\n',
    ["2 one.example One", "4: No domain", "5: No domain"],
  ],
  [
    "Outlook, ninety-two columns",
    `Title,Company,Web Page${",X".repeat(89)}\n,One,one.example${",".repeat(89)}\n`,
    ["2 one.example One"],
  ],
  [
    "Mailchimp, no quotation marks",
    "Domain,Name\none.example,One, Inc.\ntwo.example,Two\n",
    [
      "2: It has 3 cells, but the header has 2. Put quotation marks around a cell that contains a separator.",
      "3 two.example Two",
    ],
  ],
  [
    "a database, NUL in a cell",
    "Domain,Name\none.example,O\u0000ne\ntwo.example,Two\n",
    ["2: A cell has a character that isn’t text (U+0000)", "3 two.example Two"],
  ],
  [
    "a database, NUL in a column that nobody takes",
    "Domain,Name,Note\none.example,One,\u0000\n",
    ["2 one.example One"],
  ],
  [
    "a name that is too long",
    `Domain,Name\none.example,${"x".repeat(201)}\n`,
    ["2: The name has more than 200 characters"],
  ],
  [
    "one domain twice",
    "Domain\none.example\nONE.example\n",
    ["2 one.example", "3: Duplicate of an earlier row"],
  ],
  [
    "leading zeros and long numbers",
    "Domain,Name\none.example,007\ntwo.example,12345678901234567890\n",
    ["2 one.example 007", "3 two.example 12345678901234567890"],
  ],
  [
    "XLSX, blank first rows",
    staged(
      sheet(row(4, text("Domain") + text("Name")) + row(6, text("one.example") + text("One"))),
    ),
    ["6 one.example One"],
  ],
  [
    "XLSX, a formula without its result",
    staged(
      sheet(
        `${HEAD}${row(2, `${text("one.example")}<c><f>A1</f></c>`)}${row(3, `${text("two.example")}<c t="str"><f>""</f><v></v></c>`)}`,
      ),
    ),
    [
      "2: A formula has no result in the file. Open the file in your spreadsheet program, save it, then import it again.",
      "3 two.example",
    ],
  ],
  [
    "XLSX, an error in a cell",
    staged(sheet(`${HEAD}${row(2, `<c t="e"><f>B9</f><v>#REF!</v></c>`)}`)),
    ["2: A cell shows an error: #REF!"],
  ],
  [
    "XLSX, merged cells",
    staged(
      sheet(
        `${HEAD}${row(2, text("one.example") + text("One"))}${row(3, `<c r="A3"/><c r="B3" t="inlineStr"><is><t>Uno</t></is></c>`)}`,
      ),
    ),
    ["2 one.example One", "3: No domain"],
  ],
  [
    "XLSX, rows that a filter hides",
    staged(
      sheet(`${HEAD}${row(2, text("one.example"))}${row(3, text("two.example"), ' hidden="1"')}`),
    ),
    ["2 one.example"],
  ],
  [
    "XLSX, shared texts out of order",
    staged({
      ...sheet(
        `<row><c t="s"><v>2</v></c><c t="s"><v>0</v></c></row><row><c t="s"><v>1</v></c><c t="s"><v>3</v></c></row>`,
      ),
      shared:
        '<t>Name</t></si><si><t>one.example</t></si><si><t>Domain</t></si><si><r><t>On</t></r><r><t>e</t></r><rPh sb="0" eb="1"><t>x</t></rPh>',
    }),
    ["2 one.example One"],
  ],
  [
    "XLSX, the strict format",
    staged(sheet(`${HEAD}${row(2, text("one.example") + text("One"))}`), (xml) =>
      xml
        .replaceAll(
          "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
          "http://purl.oclc.org/ooxml/spreadsheetml/main",
        )
        .replaceAll(
          "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
          "http://purl.oclc.org/ooxml/officeDocument/relationships",
        ),
    ),
    ["2 one.example One"],
  ],
  [
    "XLSX, truths, percents and days since 1904",
    staged({
      ...sheet(
        `${HEAD}${row(2, `${text("one.example")}<c t="b"><v>0</v></c>`)}${row(3, `${text("two.example")}<c s="1"><v>0.5</v></c>`)}${row(4, `${text("three.example")}<c s="2"><v>0</v></c>`)}`,
      ),
      formats: ["0%", "yyyy-mm-dd"],
      is1904: true,
    }),
    ["2 one.example FALSE", "3 two.example 50%", "4 three.example 1904-01-01"],
  ],
  [
    "XLSX, two hundred columns",
    staged(
      sheet(
        `${row(1, `${text("x").repeat(198)}${text("Domain")}${text("Name")}`)}${row(2, `<c r="GQ2" t="inlineStr"><is><t>one.example</t></is></c>`)}`,
      ),
    ),
    ["2 one.example"],
  ],
];

test.each(LISTS)("%s: every row comes in or is named", async (_, bytes, rows) => {
  const { rows: read, count } = await outcome(bytes);
  expect(read).toEqual(rows);
  expect(read).toHaveLength(count);
});

test("hidden rows are told, asked about, and come in when that is chosen", async () => {
  const bytes = staged(
    sheet(
      `${HEAD}${row(2, text("one.example"))}${row(3, text("two.example"), ' hidden="1"')}${row(4, text("three.example"), ' hidden="true"')}`,
    ),
  );
  const without = await outcome(bytes);
  expect([without.isPlain, without.words]).toEqual([
    false,
    "2 rows are hidden in the workbook and aren’t imported.",
  ]);
  const all = await outcome(bytes, { hidden: true });
  expect([all.rows, all.words]).toEqual([
    ["2 one.example", "3 two.example", "4 three.example"],
    "2 rows are hidden in the workbook and also imported.",
  ]);
});

test("columns that aren’t imported are named, and so are hidden ones that are", async () => {
  const wide = `Domain,Name,${Array.from({ length: 12 }, (_, at) => `C${at}`).join(",")}\none.example,One${",x".repeat(12)}\n`;
  expect((await outcome(wide)).words).toBe(
    "Columns that aren’t imported: C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, and 2 more.",
  );
  const hidden = staged(sheet(`${HEAD}${row(2, text("one.example") + text("One"))}`), (xml) =>
    xml.replace("<sheetData>", '<cols><col min="2" max="9" hidden="1"/></cols><sheetData>'),
  );
  expect((await outcome(hidden)).words).toBe("Imported though the workbook hides them: Name.");
});

test("hidden columns begin at the first, and end at the last that a list can have, whatever a workbook says", () => {
  const cols =
    '<cols><col min="-1e15" max="1e15" hidden="1"/><col min="x" max="y" hidden="1"/></cols>';
  const parts = new Map(
    workbookParts({ sheets: [{ name: "One", rows: [["a"]] }] }).map((part) => [
      part.name,
      part.text.replace("<sheetData>", `${cols}<sheetData>`),
    ]),
  );
  const [read] = readWorkbook((name) => parts.get(name) ?? null, LIMITS)?.sheets ?? [];
  expect(read?.hiddenColumns).toEqual(Array.from({ length: LIMITS.maxColumns }, (_, at) => at));
});

test("a list with two columns of one name is asked about; its own name counts before others", async () => {
  expect((await outcome("Domain,Domain\na.example,b.example\n")).isPlain).toBe(false);
  const both = await outcome("Website,Domain\nhttps://a.example,b.example\n");
  expect([both.isPlain, both.rows]).toEqual([true, ["2 b.example"]]);
});

test("a web page or XML that is called a list is refused in words", async () => {
  for (const page of [
    "<html><body><table><tr><td>Domain</td></tr></table></body></html>",
    '\ufeff  <?xml version="1.0"?><Workbook/>',
    "<TABLE border=1><tr><td>x</td></tr></TABLE>",
  ])
    await expect(outcome(page)).rejects.toThrow(UnreadableTable);
});

test("more than a hundred sheets are all there, and a part that is named twice is one", () => {
  const sheets = Array.from({ length: 150 }, (_, at) => ({ name: `S${at}`, rows: [["a"]] }));
  const parts = new Map(workbookParts({ sheets }).map((part) => [part.name, part.text]));
  const read = () => readWorkbook((name) => parts.get(name) ?? null, LIMITS)?.sheets.length;
  expect(read()).toBe(150);
  parts.set(
    "xl/_rels/workbook.xml.rels",
    (parts.get("xl/_rels/workbook.xml.rels") ?? "").replace("sheet2.xml", "sheet1.xml"),
  );
  expect(read()).toBe(149);
});
