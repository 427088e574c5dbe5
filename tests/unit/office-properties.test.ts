import { expect, test } from "vitest";
import { withProperty } from "#platform/files/questionnaires/office-properties.ts";
import { questionDocument } from "../questionnaire-documents.ts";
import { hecvatParts, zipped, type Parts } from "../questionnaire-files.ts";
import { unzipped } from "../unzipped.ts";

const PART = "docProps/custom.xml";
const NAMING = ["[Content_Types].xml", "_rels/.rels"];
const property = { name: "Trace", value: "K7QD-<&>" };

/** The parts that differ from those before, and those that are new. */
async function changed(before: Buffer, after: Buffer): Promise<string[]> {
  const [old, now] = [await unzipped(before), await unzipped(after)];
  for (const name of old.keys()) expect([...now.keys()]).toContain(name);
  return [...now].flatMap(([name, bytes]) => (old.get(name)?.equals(bytes) === true ? [] : [name]));
}

const small = () => hecvatParts({ formulas: 5, extraParts: 3, questions: 8 });

test.each<[string, () => Parts]>([
  ["a workbook", small],
  ["a document", questionDocument],
])("%s gets a property in a part of its own, and no other part changes", async (_, parts) => {
  const before = await zipped(parts());
  const after = await withProperty(before, property);
  expect((await changed(before, after)).toSorted()).toEqual([...NAMING, PART].toSorted());
  const files = await unzipped(after);
  expect(files.get(PART)?.toString()).toContain(
    'pid="2" name="Trace"><vt:lpwstr xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">K7QD-&lt;&amp;&gt;</vt:lpwstr>',
  );
  for (const name of NAMING)
    expect(files.get(name)?.toString().split("docProps/custom.xml")).toHaveLength(2);
  expect((await withProperty(before, property)).equals(after)).toBe(true);

  // Another value takes its place, and then that part alone changes.
  const again = await withProperty(after, { name: "Trace", value: "ZZZZ-9999" });
  expect(await changed(after, again)).toEqual([PART]);
  const text = (await unzipped(again)).get(PART)?.toString() ?? "";
  expect([text.split("<property ").length, text.includes("K7QD")]).toEqual([2, false]);
});

test("properties that are there stay, under whatever prefix and name", async () => {
  const parts = small();
  const own =
    '<p:Properties xmlns:p="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"><p:property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="7" name="Class"><x/></p:property></p:Properties>';
  parts.set("props/mine.xml", own);
  const rels = parts.get("_rels/.rels")?.toString() ?? "";
  parts.set(
    "_rels/.rels",
    rels.replace(
      "</Relationships>",
      '<Relationship Id="r9" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/customProperties" Target="props/mine.xml"/></Relationships>',
    ),
  );
  const before = await zipped(parts);
  const after = await withProperty(before, property);
  expect(await changed(before, after)).toEqual(["props/mine.xml"]);
  const text = (await unzipped(after)).get("props/mine.xml")?.toString() ?? "";
  expect(text).toContain('pid="7" name="Class"><x/></p:property><p:property ');
  expect(text).toContain('pid="8" name="Trace"');
});

test("what is no office file, or leads nowhere, keeps its bytes", async () => {
  const dangling = small();
  const rels = dangling.get("_rels/.rels")?.toString() ?? "";
  dangling.set(
    "_rels/.rels",
    rels.replace(
      "</Relationships>",
      '<Relationship Id="r9" Type="x/custom-properties" Target="../../gone.xml"/></Relationships>',
    ),
  );
  for (const bytes of [
    Buffer.from("PK\u0003\u0004 nothing"),
    await zipped(new Map([["a.txt", "x"]])),
    await zipped(dangling),
  ])
    expect((await withProperty(bytes, property)).equals(bytes)).toBe(true);
});

test("a quarter of a million elements beside the properties are no fault", async () => {
  const parts = small();
  const rels = parts.get("_rels/.rels")?.toString() ?? "";
  parts.set("docProps/custom.xml", `<Properties>${"<a/>".repeat(250_000)}</Properties>`);
  parts.set(
    "_rels/.rels",
    rels.replace(
      "</Relationships>",
      '<Relationship Id="r9" Type="x/customProperties" Target="docProps/custom.xml"/></Relationships>',
    ),
  );
  const after = await withProperty(await zipped(parts), property);
  expect((await unzipped(after)).get(PART)?.toString()).toContain('pid="2" name="Trace"');
});
