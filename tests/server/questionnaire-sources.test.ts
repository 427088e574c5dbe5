import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createAccount } from "#auth/accounts/store/accounts.server.ts";
import { membersByEmail } from "#auth/accounts/store/members.server.ts";
import { addControl } from "#content/controls/store/controls.server.ts";
import { addFaqEntry } from "#content/knowledge-base/store/faq.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { everything } from "../sample.ts";
import { hecvatParts, zipped } from "../questionnaire-files.ts";
import { line, textPdf } from "../text-pdf.ts";
import { unzipped } from "../unzipped.ts";
import { multipart } from "./multipart.ts";
import { savedByOffice, SHEETS_AS_CSV } from "./questionnaire-steps.ts";
import { openWorld, type World } from "./world.ts";

/* The sheet of sources: what of the portal answers are made of, as far as their account sees it. */

const REVIEWER = "reviewer@acme.example";
const MEMBER = "riley@customer.example";
const SHEET = "xl/worksheets/sheet6.xml";
const NAMING = ["[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels"];

const entry = (
  world: World,
  orgId: string,
  place: number,
  access: "public" | "accounts" | "internal",
) =>
  world.services.store.write((trx) =>
    addFaqEntry(
      trx,
      orgId,
      {
        question: `Do you have control ${place} of COMP?`,
        answer: `Words of ${access}.`,
        shortAnswer: "yes",
        access,
        productIds: [],
      },
      world.time,
    ),
  );

async function added(world: World, name: string, bytes: Buffer, account?: string) {
  const answer = await world.ask("/questionnaires/new", {
    as: REVIEWER,
    ...multipart([{ name, bytes }], account === undefined ? {} : { account }),
  });
  expect([answer.status, answer.text.slice(0, 400)]).toEqual([303, ""]);
  return answer.headers.location ?? "";
}

async function accountOf(world: World) {
  const { read } = world.services.store;
  const [member] = await membersByEmail(read, await world.orgId("acme"), MEMBER);
  if (member === undefined) throw new Error("there is no member");
  return member.account.name;
}

const press = (world: World, at: string, form: Record<string, string> = {}) =>
  world.ask(at, { as: REVIEWER, form });

/** A public entry, one of accounts, an internal one, and a control. */
async function seeded(world: World) {
  const orgId = await world.orgId("acme");
  const values = {
    reference: "ZZ-1",
    title: "=Zebra <fences>",
    description: "Fences stand.",
    shortAnswer: null,
    requirements: [],
    access: "public" as const,
    productIds: [],
  };
  const ids = {
    public: await entry(world, orgId, 1, "public"),
    accounts: await entry(world, orgId, 2, "accounts"),
    internal: await entry(world, orgId, 3, "internal"),
  };
  const control = await world.services.store.write((trx) =>
    addControl(trx, orgId, values, world.time),
  );
  return { ids, control };
}

/** A questionnaire with answers that are made of these, and one that is of nobody’s but the team. */
async function answered(
  world: World,
  { account, ids, control }: Awaited<ReturnType<typeof seeded>> & { account?: string },
) {
  const bytes = await zipped(hecvatParts({ formulas: 20, extraParts: 3, questions: 24 }));
  const page = await added(world, "HECVAT.xlsx", bytes, account);
  for (const place of [1, 2, 3]) {
    const form = {
      version: "1",
      answer: "Yes",
      comment: "Ours.",
      used: `question:${Object.values(ids)[place - 1]}`,
      told: "yes",
    };
    expect((await press(world, `${page}/questions/${place}`, form)).status).toBe(303);
  }
  const used = { version: "1", answer: "No", used: `control:${control}` };
  expect((await press(world, `${page}/questions/4`, used)).status).toBe(303);
  expect((await press(world, `${page}/questions/5`, { version: "1", answer: "No" })).status).toBe(
    303,
  );
  return { page, bytes };
}

/** The texts of a sheet's cells, row by row. */
function cellsOf(xml: string | undefined): string[][] {
  return (xml ?? "")
    .split("<row ")
    .slice(1)
    .map((row) => [...row.matchAll(/<t [^>]*>([^<]*)<\/t>/g)].map(([, text = ""]) => text));
}

test("a sheet names what of the portal each answer is made of, as far as the account sees it", async () => {
  const world = await openWorld();
  const seeds = await seeded(world);
  const { ids, control } = seeds;
  const account = await accountOf(world);
  const { page, bytes } = await answered(world, { ...seeds, account });
  expect((await world.ask(page, { as: REVIEWER })).text).toContain("Add a sheet with the sources");
  const without = await unzipped((await press(world, `${page}/file`)).body);
  const file = await press(world, `${page}/file`, { sources: "on" });
  expect((await press(world, `${page}/file`, { sources: "on" })).body.equals(file.body)).toBe(true);
  const parts = await unzipped(file.body);
  expect(cellsOf(parts.get(SHEET)?.toString())).toEqual([
    ["Sources of these answers"],
    ["ID", "Question", "Kind", "Source", "URL"],
    [
      "COMP-01",
      "Do you have control 1 of COMP?",
      "FAQ",
      "Do you have control 1 of COMP?",
      expect.stringContaining(ids.public),
    ],
    [
      "COMP-02",
      "Do you have control 2 of COMP?",
      "FAQ",
      "Do you have control 2 of COMP?",
      expect.stringContaining(ids.accounts),
    ],
    [
      "DOCU-01",
      "Do you have control 4 of DOCU?",
      "Control",
      "ZZ-1 =Zebra &lt;fences&gt;",
      expect.stringContaining(`http://trust.acme.example:3000/controls?q=ZZ-1#control-${control}`),
    ],
  ]);
  expect(parts.get(SHEET)?.toString()).not.toContain("<f>");

  // Every other part is as it is without that sheet; of those that name it, nothing else changes.
  expect([...parts.keys()]).toEqual([...without.keys(), SHEET]);
  for (const [name, own] of without)
    if (!NAMING.includes(name)) expect([name, parts.get(name)?.equals(own)]).toEqual([name, true]);
  const bare = (name: string) =>
    (parts.get(name)?.toString() ?? "").replace(
      /<(?:sheet|Relationship|Override) [^>]*(?:rIdSources|sheet6)[^>]*\/>/,
      "",
    );
  for (const name of NAMING) expect(bare(name)).toBe(without.get(name)?.toString());

  // Read again, it has the same answers, and asks nothing more.
  const again = await added(world, "again.xlsx", file.body);
  const rows = (of: string) =>
    world.services.store.read
      .selectFrom("questionnaireRows")
      .select(["place", "sheet", "question", "answer", "comment"])
      .where("questionnaireId", "=", of.split("/")[2] ?? "")
      .orderBy("place")
      .execute();
  expect(await rows(again)).toEqual(await rows(page));
  expect(bytes.length).toBeLessThan(file.body.length);
});

test("without an account, the sheet names public sources alone; where there are none, it is refused", async () => {
  const world = await openWorld();
  const seeds = await seeded(world);
  const { ids } = seeds;
  const { page } = await answered(world, seeds);
  const parts = await unzipped((await press(world, `${page}/file`, { sources: "on" })).body);
  const said = parts.get(SHEET)?.toString() ?? "";
  expect([said.includes(ids.public), said.includes("ZZ-1")]).toEqual([true, true]);
  for (const hidden of [ids.accounts, ids.internal, "COMP-02", "COMP-03"])
    expect([hidden, said.includes(hidden)]).toEqual([hidden, false]);

  const other = await added(world, "other.xlsx", await zipped(hecvatParts({ questions: 24 })));
  const none = await press(world, `${other}/file`, { sources: "on" });
  expect([none.status, none.headers.location]).toEqual([303, other]);
  const csv = await added(world, "Check.csv", Buffer.from("Question,Answer\r\nDo you?,\r\n"));
  const columns = { "sheets[0].header": "1", "sheets[0].question": "0", "sheets[0].answer": "1" };
  await press(world, csv, columns);
  const table = csv.replace("/columns", "");
  expect((await world.ask(table, { as: REVIEWER })).text).not.toContain("Add a sheet with");
  expect((await press(world, `${table}/file`, { sources: "on" })).status).toBe(303);
  expect((await press(world, `${table}/file`)).status).toBe(200);
});

test("a release has the sheet if it is asked for, judged for the account that gets it", async () => {
  const world = await openWorld();
  const seeds = await seeded(world);
  const { ids } = seeds;
  const { page } = await answered(world, { ...seeds, account: await accountOf(world) });
  await press(world, `${page}/finish`);
  const released = async (form: Record<string, string>) => {
    expect((await press(world, `${page}/release`, form)).status).toBe(303);
    world.time = new Date(world.time.getTime() + 60_000);
    const { id } = await world.services.store.read
      .selectFrom("questionnaireReleases")
      .select("id")
      .orderBy("releasedAt", "desc")
      .executeTakeFirstOrThrow();
    return unzipped(
      (await world.ask(`/acme/my-account/questionnaires/${id}`, { as: MEMBER })).body,
    );
  };
  expect((await released({})).has(SHEET)).toBe(false);
  const said = (await released({ sources: "on" })).get(SHEET)?.toString() ?? "";
  expect([said.includes(ids.accounts), said.includes(ids.internal)]).toEqual([true, false]);

  // An account without access sees what everyone sees.
  const orgId = await world.orgId("acme");
  await world.services.store.write((trx) =>
    createAccount({ trx, orgId, by: SYSTEM, now: world.time }, { name: "Nobody Ltd" }),
  );
  const fresh = await answered(world, { ...seeds, account: "Nobody Ltd" });
  const parts = await unzipped((await press(world, `${fresh.page}/file`, { sources: "on" })).body);
  expect(parts.get(SHEET)?.toString()).not.toContain(ids.accounts);
});

test("an answer sheet gets it as well", async () => {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  const id = await entry(world, orgId, 1, "public");
  const pdf = textPdf([{ content: line("1. Do you have control 1 of COMP?", 700) }]);
  const page = await added(world, "Theirs.pdf", pdf);
  const form = { version: "1", proposal: "0" };
  expect((await press(world, `${page}/questions/1/take`, form)).status).toBe(303);
  const parts = await unzipped((await press(world, `${page}/file`, { sources: "on" })).body);
  expect(parts.get("xl/worksheets/sheet2.xml")?.toString()).toContain(id);
  expect(parts.get("xl/workbook.xml")?.toString()).toContain('name="Sources"');
});

// In the long run alone: LibreOffice brings sixty packages to a machine that has none of them.
test.runIf(everything)(
  "LibreOffice opens a workbook and an answer sheet with their sources",
  async () => {
    const world = await openWorld();
    const { page } = await answered(world, await seeded(world));
    const pdf = textPdf([{ content: line("1. Do you have control 1 of COMP?", 700) }]);
    const sheet = await added(world, "Theirs.pdf", pdf);
    await press(world, `${sheet}/questions/1/take`, { version: "1", proposal: "0" });
    const folder = mkdtempSync(path.join(tmpdir(), "otc-sources-"));
    try {
      for (const [name, of] of [
        ["workbook", page],
        ["sheet", sheet],
      ] as const) {
        const { body } = await press(world, `${of}/file`, { sources: "on" });
        writeFileSync(path.join(folder, `${name}.xlsx`), body);
        await savedByOffice(folder, path.join(folder, `${name}.xlsx`), SHEETS_AS_CSV);
        const sources = readFileSync(path.join(folder, `${name}-Sources.csv`), "utf8");
        expect(sources).toContain("ID,Question,Kind,Source,URL");
        expect(sources).toContain(",FAQ,Do you have control 1 of COMP?,http");
      }
      const controls = readFileSync(path.join(folder, "workbook-Sources.csv"), "utf8");
      expect(controls).toContain("Control,ZZ-1 =Zebra <fences>,");
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  120_000,
);
