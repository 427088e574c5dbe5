import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { testInFive, testInTurn } from "../in-turn.ts";
import { hidden, post, follow, messageOf, EDITOR } from "./edit-world.ts";
import { multipart } from "./multipart.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const AT = "/acme/edit/subprocessors/import";
const words = ({ text }: Answer) =>
  text
    .replaceAll("<!-- -->", "")
    .replace(/<script[^]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");

function send(
  world: World,
  bytes: Buffer | string,
  fields: Record<string, string> = {},
  { as = EDITOR, name = "list.csv", at = AT } = {},
) {
  const { body, headers } = multipart([{ name, bytes, type: "text/csv" }], {
    step: "preview",
    ...fields,
  });
  return world.ask(at, {
    as,
    method: "POST",
    body,
    headers: { origin: "http://localhost:3000", ...headers },
  });
}

const listed = async (world: World) =>
  world.services.store.read
    .selectFrom("subprocessors")
    .select(["id", "purpose"])
    .where("productId", "=", await world.productId("acme"))
    .execute();
const csvOf = (rows: number, purpose = "Hosting and backup of customers' data, in two regions") =>
  `Company,Purpose,Location,Additional Details\n${Array.from({ length: rows }, (_, i) => `Vendor number ${i + 1},"${purpose}",Germany,"${"A detail that somebody wrote down once. ".repeat(4)}"`).join("\n")}`;

test("the form takes a file without scripts: one form, and what it holds waits between its steps", async () => {
  const world = await openWorld();
  const page = await world.ask(AT, { as: EDITOR });
  expect(page.text).toMatch(/<form[^>]*encType="multipart\/form-data"/i);
  expect(page.text).toMatch(
    /<input[^>]*name="files"[^>]*type="file"|<input[^>]*type="file"[^>]*name="files"/,
  );
  expect(words(page)).toContain("At most 10,000 rows and 20 MB.");
  const nothing = await send(world, "", {}, { name: "" });
  expect([nothing.status, words(nothing).includes(wording.chooseFileOrPaste)]).toEqual([400, true]);

  const preview = await send(world, "Company,Purpose\nNewcomer,Tests", {
    draftUpdate: "on",
    effectiveOn: "2027-02-01",
  });
  expect([preview.status, words(preview).includes("1 added, 0 changed, 0 removed")]).toEqual([
    200,
    true,
  ]);
  expect(preview.text).not.toContain('name="csv"');
  expect(words(preview)).toContain("list.csv");
  const done = await post(world, AT, {
    step: "import",
    staged: hidden(preview, "staged"),
    stamp: hidden(preview, "stamp"),
    draftUpdate: "on",
    effectiveOn: "2027-02-01",
    objectionDays: "",
  });
  expect(done.status).toBe(303);
  expect(messageOf(await follow(world, done)).text).toContain(
    "1 added, 0 changed, 0 removed. A draft update waits under Updates.",
  );
  // A form that names no file shows first what it would do.
  const unseen = await post(world, AT, { step: "import", csv: "Company\nUnseen vendor" });
  expect([unseen.status, words(unseen).includes("1 added")]).toEqual([200, true]);
});

testInTurn(
  "a file of ten thousand rows comes in, goes out, and comes in again without a change",
  async () => {
    const world = await openWorld();
    const csv = csvOf(10_000);
    expect(csv.length).toBeGreaterThan(2_000_000);
    const preview = await send(world, csv, { removeAbsent: "on", draftUpdate: "on" });
    expect([preview.status, words(preview).includes("10000 added")]).toEqual([200, true]);
    // The page shows the first of them.
    expect(preview.text.length).toBeLessThan(700_000);
    const began = performance.now();
    const done = await post(world, AT, {
      step: "import",
      removeAbsent: "on",
      draftUpdate: "on",
      staged: hidden(preview, "staged"),
      stamp: hidden(preview, "stamp"),
    });
    const took = performance.now() - began;
    expect(done.status).toBe(303);
    expect(took).toBeLessThan(60_000);
    expect(await listed(world)).toHaveLength(10_000);
    const draft = await world.services.store.read
      .selectFrom("topicDrafts")
      .select("message")
      .where("subject", "=", wording.subprocessorsChanged)
      .executeTakeFirstOrThrow();
    expect([draft.message.length <= 20_000, /- [\d]+ more changes\.$/.test(draft.message)]).toEqual(
      [true, true],
    );

    const exported = await world.ask("/acme/edit/subprocessors/export.csv", { as: EDITOR });
    expect(parse(exported.text, { bom: true, columns: true })).toHaveLength(10_000);
    const same = await send(world, exported.body, { removeAbsent: "on" });
    expect(words(same)).toContain("0 added, 0 changed, 0 removed, 10000 unchanged");
    // All of them change at once.
    const changed = await send(world, csvOf(10_000, "Another purpose"));
    expect(words(changed)).toContain("0 added, 10000 changed, 0 removed");
    expect(
      (
        await post(world, AT, {
          step: "import",
          staged: hidden(changed, "staged"),
          stamp: hidden(changed, "stamp"),
        })
      ).status,
    ).toBe(303);
    expect(
      (await listed(world)).filter(({ purpose }) => purpose === "Another purpose"),
    ).toHaveLength(10_000);
    const more = await send(world, csvOf(10_001));
    expect([
      more.status,
      words(more).includes("It has more than 10,000 rows. Import fewer at a time."),
    ]).toEqual([400, true]);
  },
);

test("a waiting file is there for its own org alone, for a day", async () => {
  const world = await openWorld();
  const preview = await send(world, "Company\nNewcomer");
  const staged = hidden(preview, "staged");
  expect(staged).not.toBe("");
  const take = (id: string, at = AT, as = EDITOR) =>
    post(world, at, { step: "import", staged: id, stamp: hidden(preview, "stamp") }, as);
  for (const [id, at, as] of [
    ["no-such-file", AT, EDITOR],
    [staged, "/globex/edit/subprocessors/import", "owner@globex.example"],
  ] as const) {
    const refused = await take(id, at, as);
    expect([refused.status, words(refused).includes(wording.uploadGone)]).toEqual([404, true]);
  }
  for (const as of ["viewer@acme.example", "owner@globex.example"])
    expect((await take(staged, AT, as)).status).toBe(404);
  await world.services.store.write((trx) =>
    trx
      .updateTable("stagedFiles")
      .set({ createdAt: new Date(world.time.getTime() - 25 * 3_600_000).toISOString() })
      .execute(),
  );
  expect((await take(staged)).status).toBe(404);
});

testInFive("what is wrong is said at the file, and nothing is lost of the rest", async () => {
  const world = await openWorld();
  const faulty = await send(world, 'Company,Purpose\n"Never closed,No name', {
    removeAbsent: "on",
    effectiveOn: "2027-02-01",
  });
  expect([
    faulty.status,
    words(faulty).includes("A quotation mark in row 2 is never closed."),
  ]).toEqual([400, true]);
  expect(faulty.text).toMatch(/id="remove-absent"[^>]*checked|checked=""[^>]*id="remove-absent"/);
  expect(faulty.text).toContain('value="2027-02-01"');
  // What Excel of the West writes, and what it calls Unicode text.
  for (const bytes of [
    Buffer.from("Company;Purpose\nCaf\xe9 Cloud;Tests", "latin1"),
    Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from("Company\tPurpose\nCaf\u00e9 Cloud\tTests", "utf16le"),
    ]),
  ]) {
    expect(words(await send(world, bytes))).toContain("Caf\u00e9 Cloud");
  }
  const large = await send(world, Buffer.alloc(20 * 1024 * 1024 + 1, "a"), {
    effectiveOn: "2027-02-01",
  });
  expect([large.status, words(large).includes("larger than 20 MB")]).toEqual([413, true]);
  expect(large.text).toContain('value="2027-02-01"');
  // Rows that are too long for a form of the old kind.
  const pasted = await post(world, AT, { step: "preview", csv: csvOf(900) });
  expect(pasted.status).toBe(413);
  const { body, headers } = multipart([], { step: "preview", csv: csvOf(900) });
  const taken = await world.ask(AT, {
    as: EDITOR,
    method: "POST",
    body,
    headers: { origin: "http://localhost:3000", ...headers },
  });
  expect([taken.status, words(taken).includes("900 added")]).toEqual([200, true]);
});
