import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { addControl } from "#content/controls/store/controls.server.ts";
import { addFaqEntry } from "#content/knowledge-base/store/faq.server.ts";
import { everything } from "../sample.ts";
import {
  caiqParts,
  CAIQ_QUESTIONS,
  hecvatParts,
  zipped,
  type Parts,
} from "../questionnaire-files.ts";
import { documentParts, paragraph, questionDocument } from "../questionnaire-documents.ts";
import { protectedPdf } from "../pdf-files.ts";
import { line, textPdf } from "../text-pdf.ts";
import { DEMO_FORMS } from "./demo-forms.ts";
import { compound, multipart, office, pdf, zip } from "./multipart.ts";
import { savedByOffice, SHEETS_AS_CSV } from "./questionnaire-steps.ts";
import { builtServer } from "./template.ts";
import { openWorld, WORLD_MADE, type World } from "./world.ts";
import { wording } from "../wording.ts";

const OWNER = "owner@acme.example";
const REVIEWER = "reviewer@acme.example";

/** A PDF with words, and one whose pages are pictures alone. */
const WORDS = textPdf([{ content: line("We encrypt.", 700) }]);
const DRAWN = "q 600 0 0 700 6 40 cm /Stripes Do Q";
const SCAN = textPdf([{ content: DRAWN }, { content: DRAWN }]);

interface Sent {
  name: string;
  bytes: Buffer | string;
  fields?: Record<string, string>;
  as?: string;
}

/** Sends a file; where the answer leads, or the page that refused it. */
async function send(world: World, { name, bytes, fields = {}, as = REVIEWER }: Sent) {
  return world.ask("/questionnaires/new", { as, ...multipart([{ name, bytes }], fields) });
}

async function added(world: World, sent: Sent): Promise<string> {
  const answer = await send(world, sent);
  expect([answer.status, answer.text.slice(0, 400)]).toEqual([303, ""]);
  return answer.headers.location ?? "";
}

/** A small workbook of HECVAT's make. */
const small = (): Parts => hecvatParts({ formulas: 50, extraParts: 3, questions: 24 });

async function rowsOf(world: World, page: string) {
  return world.services.store.read
    .selectFrom("questionnaireRows")
    .selectAll()
    .where("orgId", "=", await world.orgId("acme"))
    .where("questionnaireId", "=", page.split("/")[2] ?? "")
    .orderBy("place")
    .execute();
}

/** Saves an answer by the form of its page. */
async function save(world: World, at: string, form: Record<string, string>, as = REVIEWER) {
  return world.ask(at, { as, form });
}

async function download(world: World, page: string, as = REVIEWER) {
  return world.ask(`${page}/file`, { as, form: {} });
}

test("a questionnaire is read, answered question by question, and leaves in the same file", async () => {
  const world = await openWorld();
  const page = await added(world, { name: "HECVAT 4.xlsx", bytes: await zipped(small()) });
  const list = await world.ask(page, { as: REVIEWER });
  expect(list.text).toContain(`0 of 24 answered`);
  expect((await world.ask("/questionnaires", { as: REVIEWER })).text).toContain("HECVAT 4.xlsx");

  const first = `${page}/questions/1?state=open`;
  const form = { version: "1", answer: "Yes", comment: "Since 2020. =1+1" };
  const wrong = await save(world, first, { ...form, answer: "Maybe" });
  expect([wrong.status, wrong.text.includes("HECVAT takes Yes, No or N/A here.")]).toEqual([
    409,
    true,
  ]);
  expect(wrong.text).toContain("Since 2020.");
  const empty = await save(world, first, { version: "1" });
  expect(empty.text).toContain("Enter an answer, or skip this question.");
  const saved = await save(world, first, form);
  expect([saved.status, saved.headers.location]).toEqual([303, `${page}/questions/2?state=open`]);

  // A colleague who opened it before is told what stands there now, and nothing of theirs is lost.
  const late = await save(world, first, { ...form, answer: "No", comment: "Mine" }, OWNER);
  expect(late.status).toBe(409);
  for (const words of ["saved this question after you opened it: Yes", "Mine"])
    expect(late.text).toContain(words);
  const skipped = await save(world, `${page}/questions/2/skip`, { version: "1" });
  expect(skipped.status).toBe(303);
  expect((await rowsOf(world, page)).slice(0, 3).map(({ state }) => state)).toEqual([
    "edited",
    "skipped",
    "open",
  ]);

  const file = await download(world, page);
  expect([file.status, file.headers["content-disposition"]]).toEqual([
    200,
    'attachment; filename="HECVAT 4-answered.xlsx"',
  ]);
  const again = await added(world, { name: "again.xlsx", bytes: file.body });
  const [read, next] = await rowsOf(world, again);
  expect(read).toMatchObject({ answer: "Yes", comment: "Since 2020. =1+1", state: "accepted" });
  expect(next).toMatchObject({ answer: "", state: "open" });
  const audit = await world.services.store.read
    .selectFrom("audit")
    .select("action")
    .where("action", "like", "questionnaire.%")
    .where("at", ">=", WORLD_MADE)
    .execute();
  expect(new Set(audit.map(({ action }) => action))).toEqual(
    new Set(["questionnaire.added", "questionnaire.downloaded"]),
  );
});

test("what was answered before fills the next one, and a finished one is closed", async () => {
  const world = await openWorld();
  const bytes = await zipped(small());
  const page = await added(world, { name: "first.xlsx", bytes });
  const place = `${page}/questions/1`;
  await save(world, place, { version: "1", answer: "No", comment: "Not yet" });
  // Not final: nothing is proposed of it.
  const early = await added(world, { name: "early.xlsx", bytes });
  expect((await rowsOf(world, early))[0]?.state).toBe("open");
  expect((await world.ask(`${page}/finish`, { as: REVIEWER, form: {} })).status).toBe(303);
  const closed = await save(world, place, { version: "2", answer: "Yes", comment: "" });
  expect([closed.status, closed.text.includes("This questionnaire is finished.")]).toEqual([
    409,
    true,
  ]);
  // Final, and still nobody's: an answer that was never handed over isn't said elsewhere.
  const beside = await added(world, { name: "beside.xlsx", bytes });
  expect((await rowsOf(world, beside))[0]?.state).toBe("open");
  expect((await download(world, page)).status).toBe(200);
  const next = await added(world, { name: "next.xlsx", bytes });
  const [row, open] = await rowsOf(world, next);
  expect(row).toMatchObject({ state: "proposed", answer: "No", comment: "Not yet" });
  expect(open?.state).toBe("open");
  const shown = await world.ask(`${next}/questions/1`, { as: REVIEWER });
  expect(shown.text).toContain("Question COMP-01 got this answer in first.xlsx.");
  expect((await world.ask(`${next}/accept`, { as: REVIEWER, form: {} })).status).toBe(303);
  expect((await rowsOf(world, next))[0]).toMatchObject({ state: "accepted", version: 2 });
  // Another company never hears of it.
  const other = await added(world, { name: "x.xlsx", bytes, as: "owner@globex.example" });
  const theirs = await world.services.store.read
    .selectFrom("questionnaireRows")
    .select("state")
    .where("orgId", "=", await world.orgId("globex"))
    .where("state", "!=", "open")
    .execute();
  expect(theirs).toEqual([]);
  expect((await world.ask(other, { as: REVIEWER })).status).toBe(404);
  expect((await download(world, next, "owner@globex.example")).status).toBe(404);
});

test("a yes comes from a short answer alone; a requirement proposes the control that answers it", async () => {
  const world = await openWorld();
  const acme = await world.orgId("acme");
  await world.services.store.write(async (trx) => {
    const entry = { access: "public" as const, productIds: [], question: "" };
    const faq = [
      { ...entry, question: "1. Is part 1 of measure DA-01 in place", answer: "Yes, it is." },
      {
        ...entry,
        question: "Is part 2 of measure DA-01 in place?",
        answer: "Since 2020.",
        shortAnswer: "yes" as const,
      },
    ];
    for (const one of faq) await addFaqEntry(trx, acme, one, world.time);
    const control = {
      reference: "QX-1",
      title: "Measures",
      description: "We measure.",
      shortAnswer: "no" as const,
      requirements: ["CCM DB-01"],
      access: "public" as const,
      productIds: [],
    };
    await addControl(trx, acme, control, world.time);
  });
  const page = await added(world, { name: "CAIQ.xlsx", bytes: await zipped(caiqParts()) });
  const rows = await rowsOf(world, page);
  expect(rows).toHaveLength(CAIQ_QUESTIONS);
  const row = (id: string) => rows.find(({ externalId }) => externalId === id);
  expect(row("DA-01.1")).toMatchObject({ state: "proposed", answer: "", comment: "" });
  expect(row("DA-01.1")?.proposalsJson).toContain("Yes, it is.");
  expect(row("DA-01.2")).toMatchObject({
    state: "proposed",
    answer: "Yes",
    comment: "Since 2020.",
  });
  expect(row("DB-01.1")).toMatchObject({ state: "proposed", answer: "" });
  expect(row("DB-01.1")?.proposalsJson).toContain("QX-1 Measures answers CSA CCM DB-01.");
  const place = row("DB-01.1")?.place ?? 0;
  const taken = await save(world, `${page}/questions/${place}/take`, {
    version: "1",
    proposal: "0",
  });
  expect(taken.status).toBe(303);
  expect((await rowsOf(world, page))[place - 1]).toMatchObject({
    state: "accepted",
    answer: "No",
    comment: "We measure.",
  });
});

test("an FAQ entry goes into a cell without its marks, line by line", async () => {
  const world = await openWorld();
  const acme = await world.orgId("acme");
  const answer = [
    "**At rest:** everything, by [our policy](https://acme.example/policy):",
    "",
    "- Disks with `AES-256`",
    "- Backups",
    "  1. Each *night*",
    "",
    "Mail <security@acme.example>.",
  ].join("\n");
  const plain = [
    "At rest: everything, by our policy (https://acme.example/policy):",
    "- Disks with AES-256",
    "- Backups",
    "  1. Each night",
    "",
    "Mail security@acme.example.",
  ].join("\n");
  await world.services.store.write(async (trx) => {
    const entry = { access: "public" as const, productIds: [], shortAnswer: "yes" as const };
    for (const part of ["1", "2"])
      await addFaqEntry(
        trx,
        acme,
        { ...entry, question: `Is part ${part} of measure DA-01 in place?`, answer },
        world.time,
      );
  });
  await world.layOut();
  const page = await added(world, { name: "CAIQ.xlsx", bytes: await zipped(caiqParts()) });
  const [first] = await rowsOf(world, page);
  expect(first).toMatchObject({ state: "proposed", answer: "Yes", comment: plain });
  const taken = await save(world, `${page}/questions/1/take`, { version: "1", proposal: "0" });
  expect(taken.status).toBe(303);
  const file = await download(world, page);
  const again = await added(world, { name: "again.xlsx", bytes: file.body });
  expect((await rowsOf(world, again))[0]).toMatchObject({ answer: "Yes", comment: plain });

  // So does one that is put into the form by hand.
  const third = `${page}/questions/3`;
  const shown = (await world.ask(third, { as: REVIEWER })).text;
  expect(shown).not.toContain("**At rest");
  const [, use = ""] = /[?&;]use=(question[^"&]*)"/.exec(shown) ?? [];
  expect(use).not.toBe("");
  const used = await world.ask(`${third}?use=${use}`, { as: REVIEWER });
  expect(used.text).toContain(plain);
});

test("a file of no known shape asks for its columns once, and is written as it came", async () => {
  const world = await openWorld();
  const csv = (question: string) =>
    `Vendor check;;\r\nWhat we ask;What you say;Remark\r\n"${question}";"";""\r\nBackups über alles?;;\r\n`;
  const sent = { name: "prüfung.csv", bytes: Buffer.from(csv("Do you encrypt?"), "latin1") };
  const place = await added(world, sent);
  expect(place).toMatch(/\/columns$/);
  const page = place.replace("/columns", "");
  expect((await world.ask(page, { as: REVIEWER })).headers.location).toBe(place);
  expect((await world.ask(place, { as: REVIEWER })).text).toContain("What we ask");
  const columns = {
    "sheets[0].header": "2",
    "sheets[0].question": "0",
    "sheets[0].answer": "1",
    "sheets[0].comment": "2",
  };
  const none = await world.ask(place, { as: REVIEWER, form: { "sheets[0].question": "0" } });
  expect([none.status, none.text.includes("Choose the answer column.")]).toEqual([400, true]);
  expect((await world.ask(place, { as: REVIEWER, form: columns })).headers.location).toBe(page);
  await save(world, `${page}/questions/1`, { version: "1", answer: "=yes", comment: "größer" });
  const file = await download(world, page);
  expect(file.body.toString("latin1")).toBe(
    csv("Do you encrypt?").replace('?";"";""', '?";"\'=yes";"größer"'),
  );
  const next = await added(world, {
    name: "next.csv",
    bytes: Buffer.from(csv("Do you test?"), "latin1"),
  });
  expect(next).not.toMatch(/columns$/);
  expect((await rowsOf(world, next))[0]?.question).toBe("Do you test?");
});

test("what can't be read is refused in words, and nothing of it stays", async () => {
  const world = await openWorld();
  const before = await world.services.store.read
    .selectFrom("questionnaires")
    .select("id")
    .execute();
  const book = small();
  const withPart = (name: string, text: string) => zipped(new Map([...book, [name, text]]));
  const wordWith = (name: string, text: string) =>
    zipped(new Map([...questionDocument(), [name, text]]));
  const cases: [string, Buffer | string, string][] = [
    ["old.xls", compound(false), "Save it as .xlsx, then send it again."],
    ["old.xlsb", zip([{ name: "xl/workbook.bin", text: "x" }]), wording.saveAsXlsx],
    ["locked.xlsx", compound(true), "one with a password"],
    ["macros.xlsm", await zipped(book), "This workbook has macros. Save it without them."],
    ["m.xlsx", await withPart("xl/vbaProject.bin", "x"), "This workbook has macros."],
    ["x.xlsx", await withPart("xl/x.xml", "<!DOCTYPE a>"), "This workbook has invalid content."],
    ["p.pdf", pdf(), "This PDF"],
    ["words.pdf", WORDS, wording.noQuestionsInPdf],
    ["text.pdf", "just words", "Send the questionnaire as an XLSX, DOCX, PDF, CSV or VSAQ file."],
    [
      "locked.pdf",
      await protectedPdf("Do you?", { userPassword: "x" }),
      "This PDF has a password. Save it without the password.",
    ],
    ["scan.pdf", SCAN, "This PDF is a picture. Ask for the file."],
    ["x.docx", office("word/document.xml"), "This isn’t a valid DOCX document."],
    ["words.docx", "just words", "This isn’t a valid DOCX document."],
    ["m.docm", await zipped(questionDocument()), "This document has macros. Save it without them."],
    ["m.docx", await wordWith("word/vbaProject.bin", "x"), "This document has macros."],
    ["x.docx", await wordWith("word/x.xml", "<!DOCTYPE a>"), "This document has invalid content."],
    ["old.doc", compound(false), "This is an older document (.doc), or one with a password."],
    ["locked.docx", compound(true), "one with a password. Save it as .docx without a password."],
    ["no.docx", await zipped(documentParts(paragraph("Hi."))), "find questions in this document"],
    ["cut.docx", (await zipped(questionDocument())).subarray(0, 900), "document can’t be opened."],
    ["broken.xlsx", (await zipped(book)).subarray(0, 2_000), "isn’t a valid ZIP file"],
    ["empty.csv", "", "This file is empty."],
    ["picture.csv", Buffer.alloc(5_000, 1), "This isn’t a valid CSV file."],
  ];
  for (const [name, bytes, words] of cases) {
    const refused = await send(world, { name, bytes, fields: { note: "kept words" } });
    expect([name, refused.status, refused.text.includes(words)]).toEqual([name, 400, true]);
    expect(refused.text).toContain("kept words");
  }
  const nobody = await send(world, {
    name: "a.xlsx",
    bytes: await zipped(book),
    fields: { account: "No such company" },
  });
  expect(nobody.text).toContain("There is no account with this name");
  const after = await world.services.store.read.selectFrom("questionnaires").select("id").execute();
  expect(after).toEqual(before);
});

test("the file of a finished questionnaire goes after a year, and its answers stay", async () => {
  const world = await openWorld();
  const page = await added(world, { name: "old.xlsx", bytes: await zipped(small()) });
  await save(world, `${page}/questions/1`, { version: "1", answer: "Yes" });
  const open = await added(world, { name: "open.xlsx", bytes: await zipped(small()) });
  await world.ask(`${page}/finish`, { as: REVIEWER, form: {} });
  const { runDueJobs } = await builtServer();
  const files = async (days: number) => {
    world.time = new Date(world.time.getTime() + days * 86_400_000);
    await runDueJobs(world.services);
    const rows = await world.services.store.read
      .selectFrom("questionnaires")
      .select(["fileName", "blobHash"])
      .where("fileName", "not in", DEMO_FORMS)
      .orderBy("fileName")
      .execute();
    return rows.map(({ fileName, blobHash }) => [fileName, blobHash !== null]);
  };
  expect(await files(364)).toContainEqual(["old.xlsx", true]);
  expect(await files(2)).toEqual([
    ["old.xlsx", false],
    ["open.xlsx", true],
  ]);
  expect((await rowsOf(world, page))[0]).toMatchObject({ answer: "Yes", state: "edited" });
  const gone = await download(world, page, OWNER);
  expect([gone.status, gone.headers.location]).toEqual([303, page]);
  expect((await download(world, open, OWNER)).status).toBe(200);
});

/** LibreOffice calculates what it opens only where its settings say so. */
const ALWAYS_CALCULATE =
  '<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>';

// In the long run alone: LibreOffice brings sixty packages to a machine that has none of them.
test.runIf(everything)(
  "LibreOffice opens the answered file and calculates its scores",
  async () => {
    const world = await openWorld();
    const parts = hecvatParts();
    const page = await added(world, { name: "HECVAT.xlsx", bytes: await zipped(parts) });
    for (const [place, said] of [
      [1, "Yes"],
      [2, "No"],
      [3, "Yes"],
    ] as const)
      await save(world, `${page}/questions/${place}`, { version: "1", answer: said });
    const folder = mkdtempSync(path.join(tmpdir(), "otc-questionnaire-"));
    try {
      const { body } = await download(world, page);
      writeFileSync(path.join(folder, "answered.xlsx"), body);
      mkdirSync(path.join(folder, "profile/user"), { recursive: true });
      writeFileSync(path.join(folder, "profile/user/registrymodifications.xcu"), ALWAYS_CALCULATE);
      await savedByOffice(folder, path.join(folder, "answered.xlsx"), SHEETS_AS_CSV);
      const scores = readFileSync(path.join(folder, "answered-Scores.csv"), "utf8").split(/\r?\n/);
      expect(scores.slice(0, 4)).toEqual(["1", "0", "1", "0"]);
      const questions = readFileSync(path.join(folder, "answered-Questions 1.csv"), "utf8");
      expect(questions).toContain("COMP-02,Do you have control 2 of COMP?,No,,Explain.");
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  120_000,
);
