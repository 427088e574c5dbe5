import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import {
  DOCUMENT,
  documentParts,
  DOCUMENT_QUESTIONS,
  paragraph,
  questionDocument,
  row,
  table,
} from "../questionnaire-documents.ts";
import { zipped } from "../questionnaire-files.ts";
import { everything } from "../sample.ts";
import { unzipped } from "../unzipped.ts";
import { multipart } from "./multipart.ts";
import { answeredFile, saveAnswer, savedByOffice } from "./questionnaire-steps.ts";
import { openWorld, type World } from "./world.ts";

/* Questionnaires that come as documents: answered, and back in the same document. */

const REVIEWER = "reviewer@acme.example";

async function added(world: World, name: string, bytes: Buffer): Promise<string> {
  const answer = await world.ask("/questionnaires/new", {
    as: REVIEWER,
    ...multipart([{ name, bytes }], {}),
  });
  expect([answer.status, answer.text.slice(0, 400)]).toEqual([303, ""]);
  return answer.headers.location ?? "";
}

async function rowsOf(world: World, page: string) {
  return world.services.store.read
    .selectFrom("questionnaireRows")
    .select(["place", "question", "answer", "comment", "state"])
    .where("questionnaireId", "=", page.split("/")[2] ?? "")
    .orderBy("place")
    .execute();
}

/** Answers a text, a plain cell, and a cell with a control. */
async function answeredDocument(world: World) {
  const page = await added(world, "Vendor check.docx", await zipped(questionDocument()));
  await saveAnswer(world, page, 1, "Nobody but you.");
  await saveAnswer(world, page, 5, "Yes", "All disks, and backups.");
  await saveAnswer(world, page, 8, "Yes, one.");
  return answeredFile(world, page);
}

test("a document is answered, and comes back with nothing else changed", async () => {
  const world = await openWorld();
  const file = await answeredDocument(world);
  expect([file.status, file.headers["content-type"], file.headers["content-disposition"]]).toEqual([
    200,
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    'attachment; filename="Vendor check-answered.docx"',
  ]);
  const before = await unzipped(await zipped(questionDocument()));
  const after = await unzipped(file.body);
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [name, bytes] of before)
    expect([name, after.get(name)?.equals(bytes)]).toEqual([name, name !== DOCUMENT]);

  const again = await rowsOf(world, await added(world, "again.docx", file.body));
  expect(again).toHaveLength(DOCUMENT_QUESTIONS);
  expect([1, 5, 8].map((place) => again[place - 1])).toMatchObject([
    { answer: "Nobody but you.", state: "accepted" },
    { answer: "Yes", comment: "All disks, and backups.", state: "accepted" },
    { answer: "Yes, one.", state: "accepted" },
  ]);
});

test("the columns of a table that doesn’t name them are chosen, and remembered", async () => {
  const world = await openWorld();
  const parts = (question: string) =>
    documentParts(
      paragraph("1. Do you encrypt?") +
        table(row("What we ask", "What you say"), row(question, "")),
    );
  const place = await added(world, "own.docx", await zipped(parts("Are there backups?")));
  expect(place).toMatch(/\/columns$/);
  const shown = (await world.ask(place, { as: REVIEWER })).text;
  for (const words of ["What we ask", "Table 1", "Do you encrypt?"]) expect(shown).toContain(words);
  const form = {
    "sheets[0].header": "0",
    "sheets[0].question": "1",
    "sheets[0].answer": "2",
    "sheets[1].header": "1",
    "sheets[1].question": "0",
    "sheets[1].answer": "1",
  };
  const page = place.replace("/columns", "");
  expect((await world.ask(place, { as: REVIEWER, form })).headers.location).toBe(page);
  expect((await rowsOf(world, page)).map(({ question }) => question)).toEqual([
    "Do you encrypt?",
    "Are there backups?",
  ]);
  const next = await added(world, "next.docx", await zipped(parts("Are they tested?")));
  expect((await rowsOf(world, next)).map(({ question }) => question)).toContain("Are they tested?");
});

test("a file of megabytes is taken from staff and from members", async () => {
  const world = await openWorld();
  const picture: [string, Buffer] = ["word/media/image2.png", randomBytes(2 * 1024 * 1024)];
  const bytes = await zipped(new Map([...questionDocument(), picture]));
  for (const [place, as] of [
    ["/questionnaires/new", REVIEWER],
    ["/acme/questionnaires", "riley@customer.example"],
  ] as const) {
    const sent = await world.ask(place, { as, ...multipart([{ name: "Large.docx", bytes }], {}) });
    expect([as, sent.status, sent.text.slice(0, 200)]).toEqual([as, 303, ""]);
  }
});

test("a member sends a document, and gets it released", async () => {
  const world = await openWorld();
  const sent = await world.ask("/acme/questionnaires", {
    as: "riley@customer.example",
    ...multipart([{ name: "Ours.docx", bytes: await zipped(questionDocument()) }], {}),
  });
  expect(sent.status).toBe(303);
  const page = (sent.headers.location ?? "").replace("/acme", "");
  await saveAnswer(world, page, 1, "Nobody.");
  for (const button of ["finish", "release"])
    expect([
      button,
      (await world.ask(`${page}/${button}`, { as: REVIEWER, form: {} })).status,
    ]).toEqual([button, 303]);
  const release = await world.services.store.read
    .selectFrom("questionnaireReleases")
    .select("id")
    .where("fileName", "=", "Ours-answered.docx")
    .executeTakeFirstOrThrow();
  const file = await world.ask(`/acme/my-account/questionnaires/${release.id}`, {
    as: "riley@customer.example",
  });
  expect([file.status, file.headers["content-type"]]).toEqual([
    200,
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ]);
  const files = await unzipped(file.body);
  expect(files.get(DOCUMENT)?.toString()).toContain(">Nobody.<");
  // Whoever finds this copy can look up who got it.
  const properties = files.get("docProps/custom.xml")?.toString() ?? "";
  const [, trace = ""] = /name="Trace"><vt:lpwstr[^>]*>([^<]+)</.exec(properties) ?? [];
  expect(trace).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  const found = await world.ask(`/traces?q=${trace}`, { as: REVIEWER });
  for (const words of ["riley@customer.example", "Ours-answered.docx"])
    expect(found.text).toContain(words);
  // The same person gets the same copy again, and what staff take along has no trace.
  const again = await world.ask(`/acme/my-account/questionnaires/${release.id}`, {
    as: "riley@customer.example",
  });
  expect(again.body.equals(file.body)).toBe(true);
  expect([...(await unzipped((await answeredFile(world, page)).body)).keys()]).not.toContain(
    "docProps/custom.xml",
  );
});

const WRITER = "/usr/lib/libreoffice/share/registry/writer.xcd";

// In the long run alone, and where LibreOffice has its word processor: it is a package of its own.
test.runIf(everything && existsSync(WRITER))(
  "LibreOffice opens the answered document",
  async () => {
    const world = await openWorld();
    const file = await answeredDocument(world);
    const folder = mkdtempSync(path.join(tmpdir(), "otc-document-"));
    try {
      writeFileSync(path.join(folder, "answered.docx"), file.body);
      await savedByOffice(folder, path.join(folder, "answered.docx"), "txt:Text (encoded):UTF8");
      const text = readFileSync(path.join(folder, "answered.txt"), "utf8");
      for (const words of ["Nobody but you.", "All disks, and backups.", "Yes, one.", "Thank you."])
        expect(text).toContain(words);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  120_000,
);
