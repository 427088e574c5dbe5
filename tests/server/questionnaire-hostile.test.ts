import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
  cell,
  documentParts,
  NUMBER,
  paragraph,
  questionDocument,
  row,
  run,
  table,
} from "../questionnaire-documents.ts";
import { hecvatParts, zipped, type Parts } from "../questionnaire-files.ts";
import { testInTurn } from "../in-turn.ts";
import { multipart } from "./multipart.ts";
import { openWorld, type World } from "./world.ts";

/** What strangers could send where members hand their questionnaires in: it is open in the demo. */

const MEMBER = "riley@customer.example";
const PAGE = "/acme/questionnaires";
const MEGABYTE = 1024 * 1024;
const SHEET = "xl/worksheets/sheet1.xml";

const send = (world: World, name: string, bytes: Buffer | string) =>
  world.ask(PAGE, { as: MEMBER, ...multipart([{ name, bytes }], {}) });

/** A small workbook with another first sheet. */
function withSheet(rows: string, before = ""): Parts {
  const parts = hecvatParts({ formulas: 5, extraParts: 0, questions: 8 });
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  parts.set(
    SHEET,
    `${before}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  );
  return parts;
}

async function names(world: World): Promise<string[]> {
  const rows = await world.services.store.read
    .selectFrom("questionnaires")
    .select("fileName")
    .where("memberId", "is not", null)
    .execute();
  return rows.map(({ fileName }) => fileName);
}

testInTurn(
  "bombs, entities and a million cells end in words, and the next file is read",
  async () => {
    const world = await openWorld();
    const entity = '<!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
    const refused: [string, Parts][] = [
      [
        "bomb.xlsx",
        new Map([...withSheet(""), ["xl/media/a.xml", Buffer.alloc(60 * 1024 * 1024)]]),
      ],
      ["entity.xlsx", withSheet("<row><c><v>&e;</v></c></row>", entity)],
    ];
    for (const [name, parts] of refused) {
      const answer = await send(world, name, await zipped(parts));
      expect([name, answer.status, answer.text.includes("/etc/passwd")]).toEqual([
        name,
        400,
        false,
      ]);
      expect(answer.text).toContain('role="alert"');
    }
    const cells = `<row>${"<c><v>1</v></c>".repeat(200)}</row>`;
    const began = Date.now();
    const many = await send(world, "million.xlsx", await zipped(withSheet(cells.repeat(5_000))));
    expect([303, 400]).toContain(many.status);
    expect(Date.now() - began).toBeLessThan(60_000);
    expect((await names(world)).filter((name) => name !== "million.xlsx")).toEqual([]);
    const sound = await send(world, "Sound.xlsx", await zipped(hecvatParts({ questions: 8 })));
    expect(sound.status).toBe(303);
  },
  120_000,
);

testInTurn(
  "documents that say too much end in words, and the next one is read",
  async () => {
    const world = await openWorld();
    const answered = (answer: string) =>
      table(
        row(cell(paragraph(run("Question"))), cell(paragraph(run("Answer")))),
        row(cell(paragraph(run("Is it long?"))), cell(paragraph(run(answer)))),
      );
    const nested = (depth: number) =>
      `${"<w:tbl><w:tr><w:tc>".repeat(depth)}${"</w:tc></w:tr></w:tbl>".repeat(depth)}`;
    const bodies: [string, string, RegExp][] = [
      ["cell", answered("long ".repeat(2_000_000)), /too large to be read/],
      ["lines", paragraph(run("Is it so?"), NUMBER).repeat(60_000), /more than 5,000 questions/],
      ["deep", nested(100_000), /find questions/],
    ];
    for (const [name, body, words] of bodies) {
      const answer = await send(world, `${name}.docx`, await zipped(documentParts(body)));
      expect([name, answer.status]).toEqual([name, 400]);
      expect(answer.text).toMatch(words);
    }
    expect(await names(world)).toEqual([]);
    const sound = await send(world, "Sound.docx", await zipped(questionDocument()));
    expect(sound.status).toBe(303);
  },
  120_000,
);

test("names and texts that turn or pretend are shown as texts", async () => {
  const world = await openWorld();
  const words = '<script>alert(1)</script>"onmouseover=1';
  const csv = `Question,Response,Justification,Question Type\r\n"${words.replaceAll('"', '""')}",,,Text\r\n`;
  const sent = await send(world, "ann\u202exslx.csv", csv);
  expect(sent.status).toBe(303);
  expect((await names(world))[0]).not.toContain("\u202e");
  const page = (sent.headers.location ?? "").replace("/acme", "");
  const shown = await world.ask(page, { as: "reviewer@acme.example" });
  expect([shown.status, shown.text.includes("<script>alert(1)")]).toEqual([200, false]);
  expect(shown.text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
});

test("files of megabytes are taken up to the limit, from members and from the team", async () => {
  const world = await openWorld();
  const parts = hecvatParts({ formulas: 5, extraParts: 0, questions: 8 });
  parts.set("xl/media/logo.png", randomBytes(3 * MEGABYTE));
  const large = await zipped(parts);
  const beyond = randomBytes(11 * MEGABYTE);
  for (const [as, page] of [
    [MEMBER, PAGE],
    ["reviewer@acme.example", "/questionnaires/new"],
  ] as const) {
    const sent = (name: string, bytes: Buffer) =>
      world.ask(page, { as, ...multipart([{ name, bytes }], {}) });
    expect([as, (await sent("Large.xlsx", large)).status]).toEqual([as, 303]);
    const refused = await sent("Beyond.xlsx", beyond);
    expect([as, refused.status]).toEqual([as, 413]);
    expect(refused.text).toContain('role="alert"');
    expect(refused.text).toContain("10 MB");
  }
}, 60_000);

test("a long name stays whole, since the answered file goes back under it", async () => {
  const world = await openWorld();
  const name = `${"Vendor assessment ".repeat(7).trim()}.csv`;
  const sent = await send(
    world,
    name,
    "Question,Response,Justification,Question Type\r\nA?,,,Text\r\n",
  );
  expect([sent.status, await names(world)]).toEqual([303, [name]]);
});
