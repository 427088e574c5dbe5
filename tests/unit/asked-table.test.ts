import { expect, test } from "vitest";
import { askedTable } from "#web/table-import/staff/asked-table.ts";

test("what the step of the columns shows of a long cell says that it goes on", () => {
  const long = "🎫".repeat(61);
  const { columns, first, heads } = askedTable({
    sheets: [],
    sheet: null,
    encoding: "utf-8",
    header: 1,
    names: [long, "Short"],
    heads: [{ row: 1, cells: [long, "Short"] }],
    mapping: { email: null },
    missing: ["email"],
    below: [{ row: 2, cells: ["a".repeat(60), long] }],
    body: [{ row: 2, cells: ["a".repeat(60), long] }],
    faulty: [],
    filled: new Set([0, 1]),
    hidden: { rows: 0, isTaken: false },
    hiddenColumns: [],
    above: [],
    isPlain: false,
    isSure: true,
    seen: "x",
  });
  const cut = `${"🎫".repeat(59)}…`;
  expect(columns.map(({ name, sample }) => [name, sample])).toEqual([
    [cut, "a".repeat(60)],
    ["Short", cut],
  ]);
  expect([first[0]?.cells, heads[0]?.text]).toEqual([["a".repeat(60), cut], cut]);
});
