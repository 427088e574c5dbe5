import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv, writeCsv, UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { testInFive } from "../in-turn.ts";

const ROWS = [
  ["Question", "Answer", "Note"],
  ["one", "a line\nand another\n", "plain"],
  ["two", "old\rMacintosh", ""],
  ["three", "Windows\r\nlines", 'with "quotes", and commas'],
  ["four", "\n", "last"],
];
const LIMITS = { maxRows: 1_000, maxColumns: 20 };

/** What Python's own reader, which reads as Excel does, makes of texts. */
function readByPython(csvs: readonly string[]): string[][][] {
  const script = `import csv, io, json, sys
csv.field_size_limit(10**7)
print(json.dumps([list(csv.reader(io.StringIO(text, newline=""))) for text in json.load(sys.stdin)]))`;
  return JSON.parse(
    execFileSync("python3", ["-c", script], { input: JSON.stringify(csvs), encoding: "utf8" }),
  ) as string[][][];
}

const cellsOf = async (csv: string) => (await readCsv(csv, LIMITS)).map(({ cells }) => cells);

testInFive(
  "a CSV with line breaks of any kind in its cells reads the same to us and to others",
  async () => {
    const csv = writeCsv(ROWS);
    expect(readByPython([csv])).toEqual([ROWS]);
    expect(await cellsOf(csv)).toEqual(ROWS);
  },
);

test("rows are counted as a spreadsheet does: empty ones count, lines inside of cells don't", async () => {
  const csv = 'Question,Answer\r\none,"1\n2\n3\n4"\r\n\r\n,\r\ntwo,short\r\n\r\n';
  const read = await readCsv(csv, LIMITS);
  expect(read.map(({ row, cells }) => [row, cells[0]])).toEqual([
    [1, "Question"],
    [2, "one"],
    [5, "two"],
  ]);
  expect(await readCsv(writeCsv([["a", "b"], [], ["c", "d"]]), LIMITS)).toEqual([
    { row: 1, cells: ["a", "b"] },
    { row: 3, cells: ["c", "d"] },
  ]);
});

testInFive(
  "whatever line ends a file mixes, and wherever it has quotation marks, its rows are Excel's",
  async () => {
    const word = fc.constantFrom("a", "Yes we do.", '19" racks', 'say "so"', "é", "x;y", "'t");
    const cell = fc.oneof(
      word,
      fc.constant(""),
      fc
        .array(fc.constantFrom("in", '""', ",", "\n", "\r\n", "\r", " "), { maxLength: 6 })
        .map((parts) => `"${parts.join("")}"`),
      // What follows a quotation mark that closes is text as well.
      word.map((text) => `"in"${text.replaceAll('"', "")}`),
    );
    const row = fc.tuple(
      fc.array(cell, { minLength: 2, maxLength: 4 }).map((cells) => cells.join(",")),
      fc.constantFrom("\n", "\r\n", "\r", "\n\n", "\r\n\n"),
    );
    const files = fc.sample(
      fc.array(row, { minLength: 1, maxLength: 8 }).map((rows) => rows.flat().join("")),
      { numRuns: 400, seed: 20_261_125 },
    );
    const expected = readByPython(files);
    for (const [place, csv] of files.entries()) {
      const filled = (expected[place] ?? [])
        .map((cells) => cells.map((text) => text.trim()))
        .filter((cells) => cells.some((text) => text !== ""));
      const read = filled.length === 0 ? [] : await cellsOf(`a,b,c\n${csv}`);
      expect(
        read.slice(1).map((cells) => cells.map((text) => text.trim())),
        JSON.stringify(csv),
      ).toEqual(filled);
    }
  },
);

test("what is written is read again, whatever a spreadsheet would calculate", async () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom("=1+1", "'=1+1", "''@x", "-5", "\tx", "a\r", '"', "＝x", "007"),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }),
      async (rows) => {
        const csv = writeCsv([["first", "second"], ...rows]);
        const quotes = (text: string) => /[\r\n",]/.test(text);
        const kept = (text: string) => (quotes(text) ? text : text.trim());
        const filled = rows.filter((cells) => cells.some((text) => text.trim() !== ""));
        expect((await cellsOf(csv)).slice(1).map((cells) => cells.map(kept))).toEqual(
          filled.map((cells) => cells.map(kept)),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test.each([
  [
    "sep=;\r\nemail;name\r\na@b.example;Ann, A",
    [
      ["email", "name"],
      ["a@b.example", "Ann, A"],
    ],
  ],
  ['\ufeff"sep=|"\nemail|name', [["email", "name"]]],
  [
    "Customers of 2026\ndomain;name\nacme.example;Acme, Inc.",
    [["Customers of 2026"], ["domain", "name"], ["acme.example", "Acme, Inc."]],
  ],
  [
    "question\tanswer\nA, b; c?\tYes",
    [
      ["question", "answer"],
      ["A, b; c?", "Yes"],
    ],
  ],
  ["a@b.example\nc@d.example\n", [["a@b.example"], ["c@d.example"]]],
  ['a , "b, c" ,d', [["a", "b, c", "d"]]],
  [
    "name|note\nAcme|hosts, and mails\n",
    [
      ["name", "note"],
      ["Acme", "hosts, and mails"],
    ],
  ],
])("%j is separated as it says, or as its first rows are", async (csv, rows) => {
  expect(await cellsOf(csv)).toEqual(rows);
});

test("a quotation mark that never closes is named with its row, and nothing is read to its end", async () => {
  for (const [csv, message] of [
    ['a,b\nc,"d\ne,f\n', "A quotation mark in row 2 is never closed"],
    [`a,b\n"${"x\n".repeat(150_000)}"`, "Row 2 is longer than 200,000 characters"],
    [`a,b\n\n${"x".repeat(300_000)}`, "Row 3 is longer than 200,000 characters"],
    [`a\n"${'""'.repeat(300_000)}"`, "Row 2 is longer than 200,000 characters"],
  ] as const) {
    const refused = await readCsv(csv, LIMITS).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UnreadableTable);
    expect(String(refused)).toContain(message);
  }
});
