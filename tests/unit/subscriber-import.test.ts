import { describe, expect, test } from "vitest";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { SUBSCRIBER_TABLE } from "#updates/subscribers/forms/subscriber-table.ts";
import { readImportRows, SUBSCRIBER_LOOKS } from "#updates/subscribers/staff/import-rows.ts";
import { AS_IT_IS, readTable } from "#web/table-import/staff/read-table.ts";
import { wording } from "../wording.ts";

const PRODUCTS = [
  { id: "p1", name: "Acme Platform" },
  { id: "p2", name: "Acme Data Lake" },
];
const rowsOf = async (csv: string) =>
  readImportRows(
    await readTable(
      Buffer.from(csv),
      { table: SUBSCRIBER_TABLE, looks: SUBSCRIBER_LOOKS, maxRows: 10_000 },
      AS_IT_IS,
    ),
    PRODUCTS,
  );
const outcome = async (csv: string) =>
  (await rowsOf(csv)).map((row) => ("fault" in row ? row.fault : row.address.email));

describe("rows to import", () => {
  test("are addresses alone, or columns in any order, with any separator and a byte order mark", async () => {
    expect(await outcome("a@b.example\nc@d.example")).toEqual(["a@b.example", "c@d.example"]);
    expect(
      await outcome('\ufeffname;Email\r\n"Ann; A";A@b.example\r\n\r\n;c@d.example\r\n'),
    ).toEqual(["a@b.example", "c@d.example"]);
    expect(await outcome("email\tname\na@b.example\tAnn")).toEqual(["a@b.example"]);
  });

  test("carry what each person wants", async () => {
    const [row] = await rowsOf(
      "email,categories,products,frequency\na@b.example,incidents|General,acme data lake,weekly",
    );
    expect(row).toMatchObject({
      preferences: {
        allUpdates: false,
        categories: ["incidents", "general"],
        productIds: ["p2"],
        digest: "weekly",
      },
    });
    expect((await rowsOf("email,categories\na@b.example,all"))[0]).toMatchObject({
      preferences: null,
    });
  });

  test("say what is wrong with each, and with duplicates", async () => {
    const csv =
      "email,categories,products,frequency\nnobody,,,\n,x,,\na@b.example,,,\nA+x@B.example,,,\nb@b.example,gossip,,\nc@b.example,,Nothing,\nd@b.example,,,daily";
    expect(await outcome(csv)).toEqual([
      wording.invalidEmail,
      "No address",
      "a@b.example",
      wording.duplicateRow,
      "No category is called gossip",
      "No product is called Nothing",
      "Frequency must be “each” or “weekly”",
    ]);
  });

  test("read back what the export wrote to keep spreadsheets from calculating", async () => {
    expect(await outcome("email\n'=a@b.example\n'+c@d.example\no'brien@b.example")).toEqual([
      "=a@b.example",
      "+c@d.example",
      "o'brien@b.example",
    ]);
  });

  test.each(["", '"a@b.example', "\n\n"])("of %j can't be read", async (csv) => {
    await expect(rowsOf(csv)).rejects.toThrow(UnreadableTable);
  });

  test("are ten thousand at most, with a header or without one", async () => {
    const addresses = (length: number) =>
      Array.from({ length }, (_, i) => `a${i}@b.example`).join("\n");
    expect([
      (await rowsOf(addresses(10_000))).length,
      (await rowsOf(`email\n${addresses(10_000)}`)).length,
    ]).toEqual([10_000, 10_000]);
    for (const csv of [addresses(10_001), `email\n${addresses(10_001)}`, addresses(50_000)])
      await expect(rowsOf(csv)).rejects.toThrow("It has more than 10,000 rows");
  });
});
