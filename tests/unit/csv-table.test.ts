import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { readCsv, writeCsv } from "#platform/files/tables/csv-table.ts";

const ROWS = [
  ["Question", "Answer", "Note"],
  ["one", "a line\nand another\n", "plain"],
  ["two", "old\rMacintosh", ""],
  ["three", "Windows\r\nlines", 'with "quotes", and commas'],
  ["four", "\n", "last"],
];

/** What Python's own reader makes of a CSV. */
function readByPython(csv: string): string[][] {
  const script = `import csv, io, json, sys
print(json.dumps(list(csv.reader(io.StringIO(sys.stdin.buffer.read().decode("utf-8"), newline="")))))`;
  return JSON.parse(
    execFileSync("python3", ["-c", script], { input: csv, encoding: "utf8" }),
  ) as string[][];
}

test("a CSV with line breaks of any kind in its cells reads the same to us and to others", async () => {
  const csv = writeCsv(ROWS);
  expect(readByPython(csv)).toEqual(ROWS);
  const read = await readCsv(csv, { maxRows: 10, maxColumns: 10 });
  expect(read.map(({ cells }) => cells)).toEqual(ROWS);
});

test("rows are counted as a spreadsheet does: empty ones count, lines inside of cells don't", async () => {
  const csv = 'Question,Answer\r\none,"1\n2\n3\n4"\r\n\r\n,\r\ntwo,short\r\n\r\n';
  const read = await readCsv(csv, { maxRows: 10, maxColumns: 10 });
  expect(read.map(({ row, cells }) => [row, cells[0]])).toEqual([
    [1, "Question"],
    [2, "one"],
    [5, "two"],
  ]);
  expect(
    await readCsv(writeCsv([["a", "b"], [], ["c", "d"]]), { maxRows: 9, maxColumns: 9 }),
  ).toEqual([
    { row: 1, cells: ["a", "b"] },
    { row: 3, cells: ["c", "d"] },
  ]);
});
