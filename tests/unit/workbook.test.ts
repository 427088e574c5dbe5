import fc from "fast-check";
import { expect, test } from "vitest";
import { readWorkbook } from "#platform/files/tables/workbook.ts";
import { workbookParts, type MadeWorkbook } from "../workbook-parts.ts";

const LIMITS = { maxRows: 100, maxColumns: 10, maxRecord: 1_000, maxCharacters: 10_000 };

function read(made: MadeWorkbook, limits = LIMITS) {
  const parts = new Map(workbookParts(made).map(({ name, text }) => [name, text]));
  return readWorkbook((name) => parts.get(name) ?? null, limits);
}

/** The cells of one row that holds this XML. */
function cellsOf(cells: string, more: Partial<MadeWorkbook> = {}) {
  const book = read({ sheets: [{ name: "One", rows: `<row r="1">${cells}</row>` }], ...more });
  return book?.sheets[0]?.rows?.get(1) ?? [];
}

test.each([
  ["0.0%", 0.999, "99.9%"],
  ["0.0\\ %", 0.999, "99.9 %"],
  ["hh:mm", 8.5 / 24, "08:30"],
  ["[h]:mm", 26 / 24, "26:00"],
  ["[$-409]h:mm AM/PM;@", 0.25, "6:00 AM"],
  ["000", 7, "007"],
  ['#,##0.00 "EUR"', 1_234.5, "1,234.50 EUR"],
  ['_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-', -3, "-3.00 €"],
  ["General", 0.1 + 0.2, "0.3"],
  ["General", 12_345_678_901_234, "12345678901234"],
  ["[$€-407]#,##0.00", 1_234.5, "€1,234.50"],
  ["#,##0.00\\ [$€-407]", -1_234.5, "-1,234.50 €"],
  ["[$CHF-807] #,##0.00", 1_234.5, "CHF 1,234.50"],
  ["[$-407]#,##0.00", 1_234.5, "1,234.50"],
  ['_-[$£-809]* #,##0.00_-;-[$£-809]* #,##0.00_-;_-[$£-809]* "-"??_-;_-@_-', 1_234.5, "£1,234.50"],
  ["#,##0.00\\ [$kr-41D];[Red]\\-#,##0.00\\ [$kr-41D]", -3, "-3.00 kr"],
  ["dd/mm/yyyy", 46_346, "2026-11-20"],
  ["[$-F800]dddd, mmmm dd, yyyy", 46_346, "2026-11-20"],
  ["dd.mm.yy hh:mm", 46_346.5, "2026-11-20 12:00"],
  ["mmm yyyy", 46_346, "Nov 2026"],
  ["yyyy-mm-dd", -18_260, "1850-01-01"],
  ["General", 1e21, "1E+21"],
  ["General", 1.5e-7, "1.5E-07"],
  ["[[nonsense", 5, "5"],
])("a number of the format %j is what the sheet shows", (format, value, shown) => {
  expect(cellsOf(`<c s="1"><v>${value}</v></c>`, { formats: [format] })).toEqual([shown]);
});

test("days since 1904 are the same days, and times have none", () => {
  const made = { formats: ["yyyy-mm-dd", "hh:mm", "[h]:mm"], is1904: true };
  expect(
    cellsOf(
      `<c s="1"><v>${46_346 - 1_462}</v></c><c s="2"><v>0.5</v></c><c s="3"><v>1.25</v></c>`,
      made,
    ),
  ).toEqual(["2026-11-20", "12:00", "30:00"]);
});

test("texts, results, truths, errors and what stands above Japanese words", () => {
  const cells = [
    '<c t="s"><v>0</v></c>',
    '<c t="str"><f>A1</f><v>7_x000D_8</v></c>',
    '<c t="b"><v>1</v></c>',
    '<c t="e"><v>#N/A</v></c>',
    '<c t="d"><v>2026-11-20T00:00:00</v></c>',
    '<c r="H1" t="inlineStr"><is><r><t>two </t></r><r><t>runs</t></r></is></c>',
  ];
  const shared = "<r><t>東京</t></r><rPh sb='0' eb='2'><t>トウキョウ</t></rPh>";
  expect(cellsOf(cells.join(""), { shared })).toEqual([
    "東京",
    "7\r8",
    "TRUE",
    "#N/A",
    "2026-11-20",
    "",
    "",
    "two runs",
  ]);
});

test("parts are found by what refers to them, whatever they are called, and hidden sheets are known", () => {
  const book = read({
    main: "xl/workbook22.xml",
    activeTab: 1,
    sheets: [
      { name: "Lists", state: "hidden", rows: [["Yes"], ["No"]] },
      { name: "Answers", rows: [["Question", "Answer"]] },
      { name: "Empty", rows: "" },
    ],
  });
  expect(book?.active).toBe(1);
  expect(book?.sheets.map(({ name, isHidden, rows }) => [name, isHidden, rows?.size])).toEqual([
    ["Lists", true, 2],
    ["Answers", false, 1],
    ["Empty", false, 0],
  ]);
  expect(readWorkbook(() => null, LIMITS)).toBeNull();
});

test("a sheet that comes to too much is known to, and does not cost the others", () => {
  const long = (count: number, text: string) => Array.from({ length: count }, () => [text]);
  const book = read({
    sheets: [
      { name: "One row", rows: [["x".repeat(1_001)]] },
      { name: "Small", rows: [["a"]] },
      { name: "All rows", rows: long(50, "y".repeat(500)) },
      { name: "Last", rows: [["b"]] },
    ],
  });
  expect(book?.sheets.map(({ rows }) => rows === null)).toEqual([true, false, true, false]);
  const many = read({ sheets: [{ name: "Many", rows: long(500, "z") }] });
  expect(many?.sheets[0]?.rows?.size).toBe(101);
});

test("every filled row is read under its number, whatever is in its cells", () => {
  const cell = fc.constantFrom("", "a", "=1", "two\nlines", "ü & <b>", "007");
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 12 }), (rows) => {
      const filled = rows.flatMap((cells, at) =>
        cells.some((text) => text !== "") ? [[at + 1, cells.join("|").replace(/\|+$/, "")]] : [],
      );
      const book = read({ sheets: [{ name: "One", rows }] });
      expect(
        [...(book?.sheets[0]?.rows ?? [])].map(([row, cells]) => [row, cells.join("|")]),
      ).toEqual(filled);
    }),
    { numRuns: 50 },
  );
});
