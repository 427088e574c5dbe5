import { expect, test } from "vitest";
import type { TableColumns } from "#model/table-import.ts";
import { packSheets } from "#platform/files/tables/staged-sheets.ts";
import { readWorkbook } from "#platform/files/tables/workbook.ts";
import { writeCsv } from "#platform/files/tables/csv-table.ts";
import { AS_IT_IS, readTable } from "#web/table-import/staff/read-table.ts";
import { workbookParts } from "../workbook-parts.ts";

const TABLE: TableColumns<"name" | "country"> = {
  columns: ["name", "country"],
  name: "name",
  required: ["name"],
  words: { name: "Name", country: "Country" },
  hints: {},
  also: {},
};
const read = (bytes: Uint8Array) => readTable(bytes, { table: TABLE, maxRows: 100 }, AS_IT_IS);
const csv = (...rows: string[][]) =>
  new TextEncoder().encode(writeCsv([["Name", "Country", "Seats"], ...rows]));

test.each([
  [["Total", "", "12"], 1],
  [["Grand total:", "", "1,234.50 €"], 1],
  [["合計", "", "12"], 1],
  // A company of that name says more of itself.
  [["Total", "France", "12"], 0],
  [["TotalEnergies", "", "12"], 0],
])("a last row %j is a total: %i", async (row, totals) => {
  const { body, faulty } = await read(csv(["Acme", "Germany", "12"], row));
  expect(faulty.map(({ row: number, fault }) => [number, fault.slice(0, 12)])).toEqual(
    Array.from({ length: totals }, () => [3, "It’s a total"]),
  );
  expect(body).toHaveLength(2 - totals);
});

test("a row in the middle is what it says", async () => {
  expect((await read(csv(["Total", "", ""], ["Acme", "Germany", "1"]))).faulty).toEqual([]);
});

test("a total that the workbook says is one is named, whatever it says", async () => {
  const rows = [["Name"], ["Acme"], ["Altogether 1 company"], ["A note below the table"]];
  const parts = new Map(
    workbookParts({ sheets: [{ name: "One", rows }] }).map(({ name, text }) => [name, text]),
  );
  parts.set(
    "xl/worksheets/_rels/sheet1.xml.rels",
    '<Relationships><Relationship Id="t" Type="x/relationships/table" Target="../tables/t.xml"/></Relationships>',
  );
  parts.set("xl/tables/t.xml", '<table ref="A1:A3" totalsRowCount="1"/>');
  const limits = { maxRows: 100, maxColumns: 10, maxRecord: 1_000, maxCharacters: 10_000 };
  const book = readWorkbook((name) => parts.get(name) ?? null, limits);
  expect(book?.sheets[0]?.totalRows).toEqual([3]);
  const sheets = (book?.sheets ?? []).map((sheet) => ({
    ...sheet,
    csv: new TextEncoder().encode(writeCsv(rows)),
  }));
  const { body, faulty } = await read(packSheets(sheets, 0));
  expect(faulty).toMatchObject([{ row: 3, text: "Altogether 1 company" }]);
  expect(body.map(({ row }) => row)).toEqual([2, 4]);
});
