import { describe, expect, test } from "vitest";
import { UnreadableTable } from "../../app/files/tables/csv-table.ts";
import { readImportRows } from "../../app/staff/subscribers/import-rows.ts";

const PRODUCTS = [
  { id: "p1", name: "Acme Platform" },
  { id: "p2", name: "Acme Data Lake" },
];
const outcome = (csv: string) =>
  readImportRows(csv, PRODUCTS).map((row) => ("fault" in row ? row.fault : row.address.email));

describe("rows to import", () => {
  test("are addresses alone, or columns in any order, with any separator and a byte order mark", () => {
    expect(outcome("a@b.example\nc@d.example")).toEqual(["a@b.example", "c@d.example"]);
    expect(outcome('\ufeffname;Email\r\n"Ann; A";A@b.example\r\n\r\n;c@d.example\r\n')).toEqual([
      "a@b.example",
      "c@d.example",
    ]);
    expect(outcome("email\tname\na@b.example\tAnn")).toEqual(["a@b.example"]);
  });

  test("carry what each person wants", () => {
    const [row] = readImportRows(
      "email,categories,products,frequency\na@b.example,incidents|General,acme data lake,weekly",
      PRODUCTS,
    );
    expect(row).toMatchObject({
      preferences: {
        allUpdates: false,
        categories: ["incidents", "general"],
        productIds: ["p2"],
        digest: "weekly",
      },
    });
    expect(readImportRows("email,categories\na@b.example,all", PRODUCTS)[0]).toMatchObject({
      preferences: null,
    });
  });

  test("say what is wrong with each, and with duplicates", () => {
    const csv =
      "email,categories,products,frequency\nnobody,,,\n,x,,\na@b.example,,,\nA+x@B.example,,,\nb@b.example,gossip,,\nc@b.example,,Nothing,\nd@b.example,,,daily";
    expect(outcome(csv)).toEqual([
      "This email is invalid",
      "No address",
      "a@b.example",
      "Listed before",
      "No category is called gossip",
      "No product is called Nothing",
      "Frequency is neither each nor weekly",
    ]);
  });

  test("read back what the export wrote to keep spreadsheets from calculating", () => {
    expect(outcome("email\n'=a@b.example\n'+c@d.example\no'brien@b.example")).toEqual([
      "=a@b.example",
      "+c@d.example",
      "o'brien@b.example",
    ]);
  });

  test.each(["", "name\nAnn", "email\n", '"a@b.example', "\n\n"])("of %j can't be read", (csv) => {
    expect(() => readImportRows(csv, PRODUCTS)).toThrow(UnreadableTable);
  });

  test("are ten thousand at most, with a header or without one", () => {
    const addresses = (length: number) =>
      Array.from({ length }, (_, i) => `a${i}@b.example`).join("\n");
    expect([
      readImportRows(addresses(10_000), PRODUCTS).length,
      readImportRows(`email\n${addresses(10_000)}`, PRODUCTS).length,
    ]).toEqual([10_000, 10_000]);
    for (const csv of [addresses(10_001), `email\n${addresses(10_001)}`, addresses(50_000)])
      expect(() => readImportRows(csv, PRODUCTS)).toThrow("It has more than 10,000 rows");
  });
});
