import { execFileSync } from "node:child_process";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createDeflate } from "node:zlib";
import { expect, test } from "vitest";
import { testInTurn } from "../in-turn.ts";
import { pdfOfObjects, stream } from "../pdf-files.ts";
import { multipart } from "./multipart.ts";
import { answeredFile, saveAnswer } from "./questionnaire-steps.ts";
import { openWorld, type World } from "./world.ts";
import { asSigned, pdfForm, xfaForm } from "../pdf-forms.ts";
import { line, textPdf } from "../text-pdf.ts";
import { unzipped } from "../unzipped.ts";
import { wording } from "../wording.ts";

/* Questionnaires that come as PDFs. */

const REVIEWER = "reviewer@acme.example";

async function added(world: World, name: string, bytes: Buffer, as = REVIEWER): Promise<string> {
  const place = as === REVIEWER ? "/questionnaires/new" : "/acme/questionnaires";
  const answer = await world.ask(place, { as, ...multipart([{ name, bytes }], {}) });
  expect([answer.status, answer.text.slice(0, 400)]).toEqual([303, ""]);
  return (answer.headers.location ?? "").replace("/acme", "");
}

async function rowsOf(world: World, page: string) {
  return world.services.store.read
    .selectFrom("questionnaireRows")
    .select(["externalId", "question", "answer", "comment", "state", "allowedJson"])
    .where("questionnaireId", "=", page.split("/")[2] ?? "")
    .orderBy("place")
    .execute();
}

/** A PDF with a line of text for each of these. */
const lines = (...words: string[]) =>
  textPdf([{ content: words.map((own, at) => line(own, 720 - 20 * at)).join(" ") }]);

test("the questions of a PDF are read from its pages, and the answers leave as a workbook", async () => {
  const world = await openWorld();
  const bytes = lines(
    "Our questions",
    "1. Do you encrypt",
    "all our data?",
    "2. Name your auditor.",
  );
  const page = await added(world, "Their questions.pdf", bytes);
  expect(await rowsOf(world, page)).toMatchObject([
    { externalId: "1", question: "Do you encrypt all our data?", state: "open" },
    { externalId: "2", question: "Name your auditor." },
  ]);
  await saveAnswer(world, page, 1, "=Yes & <always>", "Since 2020.");
  const file = await answeredFile(world, page);
  expect([file.status, file.headers["content-disposition"]]).toEqual([
    200,
    'attachment; filename="Their questions-answered.xlsx"',
  ]);
  expect((await answeredFile(world, page)).body.equals(file.body)).toBe(true);
  const sheet = (await unzipped(file.body)).get("xl/worksheets/sheet1.xml")?.toString() ?? "";
  expect(sheet).not.toContain("<f>");
  for (const words of ["Do you encrypt all our data?", "=Yes &amp; &lt;always&gt;", "Since 2020."])
    expect(sheet).toContain(`>${words}</t>`);

  // It is a workbook as any other: read again, it has the same answers.
  const place = await added(world, "again.xlsx", file.body);
  const form = {
    "sheets[0].header": "1",
    "sheets[0].id": "0",
    "sheets[0].question": "2",
    "sheets[0].answer": "3",
    "sheets[0].comment": "4",
  };
  expect((await world.ask(place, { as: REVIEWER, form })).status).toBe(303);
  expect(await rowsOf(world, place.replace("/columns", ""))).toMatchObject([
    { externalId: "1", answer: "=Yes & <always>", comment: "Since 2020.", state: "accepted" },
    { externalId: "2", answer: "", state: "open" },
  ]);

  // The next one of the same kind is answered from this one.
  await world.ask(`${page}/finish`, { as: REVIEWER, form: {} });
  await answeredFile(world, page);
  const next = await added(world, "next.pdf", bytes, "riley@customer.example");
  expect((await rowsOf(world, next))[0]).toMatchObject({
    state: "proposed",
    answer: "=Yes & <always>",
  });
});

test("the answers leave as a PDF if that is chosen, as far as it can show them", async () => {
  const world = await openWorld();
  const asked = Array.from({ length: 11 }, (_, at) => `${at + 1}. Do you have control ${at + 1}?`);
  const page = await added(world, "Theirs.pdf", lines(...asked));
  expect((await world.ask(page, { as: REVIEWER })).text).toContain("XLSX only");
  await saveAnswer(world, page, 1, "Yes & <always>, größer.\n\nДа.", "Since 2020.");
  const take = (form: Record<string, string>) =>
    world.ask(`${page}/file`, { as: REVIEWER, form: { kind: "pdf", ...form } });
  const file = await take({});
  expect([file.status, file.headers["content-type"], file.headers["content-disposition"]]).toEqual([
    200,
    "application/pdf",
    "attachment; filename=Theirs-answered.pdf",
  ]);
  expect((await take({})).body.equals(file.body)).toBe(true);
  const text = execFileSync("pdftotext", ["-", "-"], { input: file.body }).toString();
  const told = ["Yes & <always>, größer.", "Да.", "Since 2020.", "No answer"];
  for (const words of ["1 Do you have control 1?", "10 Do you have control 10?", ...told])
    expect(text).toContain(words);

  // A PDF has no sheets, and what it can't show is said.
  const refused = async (form: Record<string, string>) => {
    const answer = await take(form);
    expect([answer.status, answer.headers.location]).toEqual([303, page]);
  };
  await refused({ sources: "on" });
  await refused({ kind: "docx" });
  await saveAnswer(world, page, 2, "はい");
  await refused({});
  const next = (version: string, answer: string) =>
    world.ask(`${page}/questions/2`, { as: REVIEWER, form: { version, answer } });
  await next("2", "a".repeat(2_001));
  await refused({});
  await next("3", "a".repeat(2_000));
  for (let place = 3; place <= 10; place += 1)
    await saveAnswer(world, page, place, "many words ".repeat(2_900));
  expect((await take({})).status).toBe(200);
  await next("4", "many words ".repeat(2_900));
  await saveAnswer(world, page, 11, "many words ".repeat(2_900));
  await refused({});
});

test("a form is filled in, and comes back as the same PDF", async () => {
  const world = await openWorld();
  const bytes = await pdfForm();
  const page = await added(world, "Form.pdf", bytes);
  const rows = await rowsOf(world, page);
  expect(rows.map(({ question }) => question)).toEqual([
    "How do you encrypt größere Daten?",
    "Which region stores data",
    "Do you test your backups?",
    "Is it certified?",
  ]);
  const wrong = await world.ask(`${page}/questions/2`, {
    as: REVIEWER,
    form: { version: "1", answer: "Mars" },
  });
  expect([wrong.status, wrong.text.includes("takes EU or US here.")]).toEqual([409, true]);
  await saveAnswer(world, page, 1, "With AES-256.");
  await saveAnswer(world, page, 2, "EU");
  await saveAnswer(world, page, 4, "Yes");
  const file = await answeredFile(world, page);
  expect([file.status, file.headers["content-type"], file.headers["content-disposition"]]).toEqual([
    200,
    "application/pdf",
    "attachment; filename=Form-answered.pdf",
  ]);
  expect(file.body.subarray(0, bytes.length).equals(bytes)).toBe(true);
  const again = await rowsOf(world, await added(world, "again.pdf", file.body));
  expect(again.map(({ answer }) => answer)).toEqual(["With AES-256.", "EU", "", "Yes"]);
});

testInTurn(
  "a PDF that comes to more memory than there is ends in words, and the next file is read",
  async () => {
    const world = await openWorld();
    const sent = await world.ask("/acme/questionnaires", {
      as: "riley@customer.example",
      ...multipart([{ name: "bomb.pdf", bytes: await bomb() }], {}),
    });
    expect([sent.status, sent.text.includes("This PDF")]).toEqual([400, true]);
    const page = await added(world, "Form.pdf", await pdfForm(), "riley@customer.example");
    expect(await rowsOf(world, page)).toHaveLength(4);
  },
  120_000,
);

/** A form with a packed stream of objects that comes to a gigabyte. */
async function bomb(): Promise<Buffer> {
  const megabyte = Buffer.alloc(1024 * 1024, " ");
  const pieces = Array.from({ length: 1_024 }, () => megabyte);
  const packed = await buffer(
    Readable.from([Buffer.from("9 0 1 2 "), ...pieces]).pipe(createDeflate()),
  );
  return pdfOfObjects([
    "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] >> >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>",
    stream(packed, "/Type /ObjStm /N 1 /First 8 /Filter /FlateDecode"),
  ]);
}

test("forms that can’t be filled in are refused in words, to members, too", async () => {
  const world = await openWorld();
  const cases: [string, Buffer, string][] = [
    ["xfa.pdf", xfaForm(), "This PDF is an XFA form"],
    ["signed.pdf", await pdfForm(asSigned), "This PDF is signed."],
    ["cut.pdf", (await pdfForm()).subarray(0, 700), "This PDF"],
    ["none.pdf", lines("We encrypt."), wording.noQuestionsInPdf],
  ];
  for (const [name, sent, words] of cases)
    for (const [place, as] of [
      ["/questionnaires/new", REVIEWER],
      ["/acme/questionnaires", "riley@customer.example"],
    ] as const) {
      const refused = await world.ask(place, { as, ...multipart([{ name, bytes: sent }], {}) });
      expect([name, as, refused.status, refused.text.includes(words)]).toEqual([
        name,
        as,
        400,
        true,
      ]);
    }
});
