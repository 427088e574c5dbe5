import { expect, test } from "vitest";
import {
  addFaqEntry,
  removeFaqEntry,
  updateFaqEntry,
} from "#content/knowledge-base/store/faq.server.ts";
import type { FaqAccess } from "#model/updates/words.ts";
import { pdfForm } from "../pdf-forms.ts";
import {
  documentParts,
  NUMBER,
  paragraph,
  row as cells,
  table,
} from "../questionnaire-documents.ts";
import { caiqParts, zipped } from "../questionnaire-files.ts";
import { multipart } from "./multipart.ts";
import { openWorld, type World } from "./world.ts";
import { line, textPdf } from "../text-pdf.ts";
import { wording } from "../wording.ts";

const [OWNER, REVIEWER, EDITOR] = [
  "owner@acme.example",
  "reviewer@acme.example",
  "editor@acme.example",
];
/** The first questions of the workbook that tests make. */
const QUESTIONS = [1, 2].map((nth) => `Is part ${nth} of measure DA-01 in place?`);

const clean = (text: string) => text.replaceAll("<!-- -->", "");

async function entry(world: World, question: string, answer: string, access: FaqAccess) {
  const orgId = await world.orgId("acme");
  return world.services.store.write((trx) =>
    addFaqEntry(
      trx,
      orgId,
      { question, answer, shortAnswer: "yes", access, productIds: [] },
      world.time,
    ),
  );
}

async function change(world: World, id: string, answer: string, access: FaqAccess = "public") {
  const { store } = world.services;
  const orgId = await world.orgId("acme");
  const found = await store.read
    .selectFrom("faqEntries")
    .select("question")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  world.time = new Date(world.time.getTime() + 60_000);
  await store.write((trx) =>
    updateFaqEntry(
      trx,
      orgId,
      id,
      {
        question: found.question,
        answer,
        shortAnswer: "yes",
        comment: null,
        topic: null,
        access,
        favourite: false,
        productIds: [],
      },
      world.time,
    ),
  );
}

/** A finished workbook: one answer of a public entry, one of an internal one, one of nobody's. */
async function finished(world: World) {
  const keys = await entry(world, QUESTIONS[0] ?? "", "Keys rotate each year.", "public");
  const logs = await entry(world, "How long do you keep logs?", "For a year.", "internal");
  const sent = await world.ask("/questionnaires/new", {
    as: REVIEWER,
    ...multipart([{ name: "CAIQ 2026.xlsx", bytes: await zipped(caiqParts()) }], {}),
  });
  const page = sent.headers.location ?? "";
  await world.ask(`${page}/accept`, { as: REVIEWER, form: {} });
  await world.ask(`${page}/questions/2`, {
    as: REVIEWER,
    form: { version: "1", answer: "Yes", comment: "For a year." },
  });
  await world.ask(`${page}/questions/3`, {
    as: REVIEWER,
    form: { version: "1", answer: "No", comment: "Not yet." },
  });
  const early = await world.ask(`${page}/document`, { as: OWNER });
  expect(early.text).toContain("Finish this questionnaire first.");
  await world.ask(`${page}/finish`, { as: REVIEWER, form: {} });
  return { page, keys, logs };
}

async function documentNamed(world: World, name: string) {
  return world.services.store.read
    .selectFrom("documents")
    .selectAll()
    .where("originalName", "=", name)
    .executeTakeFirstOrThrow();
}

/** Keeps it as a document that everyone finds. @returns the document's id */
async function kept(
  world: World,
  page: string,
  accessType = "view-and-download",
  name = "Our CAIQ.xlsx",
) {
  const answer = await world.ask(`${page}/document`, {
    as: OWNER,
    form: { name, accessType, product: "" },
  });
  const { id } = await documentNamed(world, name);
  expect([answer.status, answer.headers.location]).toEqual([303, `/documents/place?select=${id}`]);
  const row = { id, type: "Questionnaire", item: "new", access: "public" };
  const form = Object.fromEntries(
    Object.entries(row).map(([field, value]) => [`rows[0].${field}`, value]),
  );
  expect((await world.ask("/documents/place", { as: OWNER, form })).status).toBe(303);
  return id;
}

/** The print that the page of changed answers carries. */
async function printOf(world: World, id: string) {
  const { text } = await world.ask(`/documents/${id}/answers`, { as: OWNER });
  return { text: clean(text), seen: /name="seen" value="([0-9a-f]{64})"/.exec(text)?.[1] ?? "" };
}

/** Publishes the version that waits. */
async function publish(world: World, address: string, after: number, name = "Our CAIQ.xlsx") {
  const form = { intent: "publish", after: String(after), name };
  const empty = { auditor: "", periodFrom: "", periodTo: "", expiresOn: "" };
  const answer = await world.ask(address, { as: OWNER, form: { ...form, ...empty } });
  expect([answer.status, answer.headers.location]).toEqual([303, address.split("/staged")[0]]);
}

/** What the document's file says of the first questions, as it is read again. */
async function readAgain(world: World, id: string, name = "again.xlsx") {
  const file = await world.ask(`/documents/${id}/download`, { as: OWNER });
  const sent = await world.ask("/questionnaires/new", {
    as: REVIEWER,
    ...multipart([{ name, bytes: file.body }], {}),
  });
  const rows = await world.services.store.read
    .selectFrom("questionnaireRows")
    .select(["externalId", "answer", "comment"])
    .where("questionnaireId", "=", sent.headers.location?.split("/")[2] ?? "")
    .orderBy("place")
    .limit(3)
    .execute();
  return rows.map(({ externalId, answer, comment }) => [externalId, answer, comment]);
}

test("a finished questionnaire becomes a document whose answers follow their entries", async () => {
  const world = await openWorld();
  const { page, keys, logs } = await finished(world);
  expect((await world.ask(page, { as: OWNER })).text).toContain("Keep as a document");
  expect((await world.ask(page, { as: REVIEWER })).text).not.toContain("Keep as a document");
  const wrong = await world.ask(`${page}/document`, { as: OWNER, form: { name: "CAIQ.pdf" } });
  expect([wrong.status, wrong.text.includes("Keep the file extension")]).toEqual([400, true]);
  const id = await kept(world, page);
  expect(await documentNamed(world, "Our CAIQ.xlsx")).toMatchObject({ type: "Questionnaire" });
  const twice = await world.ask(`${page}/document`, { as: OWNER, form: { name: "Again.xlsx" } });
  expect([twice.status, twice.text.includes("already has this file as")]).toEqual([409, true]);
  const address = `/documents/${id}`;
  expect(clean((await world.ask(address, { as: OWNER })).text)).not.toContain("Refresh");
  expect((await printOf(world, id)).text).toContain("All answers say what your FAQ entries");

  await change(world, keys, "Keys rotate each month.");
  await change(world, logs, "For two years.", "internal");
  for (const place of [address, page])
    expect(clean((await world.ask(place, { as: OWNER })).text)).toContain("Refresh 2 answers");
  expect(clean((await world.ask(page, { as: REVIEWER })).text)).not.toContain("Refresh 2");
  const shown = await printOf(world, id);
  for (const words of [
    "Keys rotate each year.",
    "Keys rotate each month.",
    "Refresh 1 answer<",
    "Also refresh 1 answer from internal entries",
  ])
    expect(shown.text).toContain(words);
  const stale = await world.ask(`${address}/answers/refresh`, {
    as: OWNER,
    form: { seen: "0".repeat(64) },
  });
  expect([stale.status, stale.text.includes("Something changed in the meantime")]).toEqual([
    409,
    true,
  ]);

  // The next version waits: nobody sees it before it is published.
  const press = (seen: string, form: Record<string, string> = {}) =>
    world.ask(`${address}/answers/refresh`, { as: EDITOR, form: { seen, ...form } });
  const staged = (await press(shown.seen)).headers.location ?? "";
  expect(staged).toContain(`${address}/staged/`);
  expect((await press(shown.seen)).headers.location).toBe(staged);
  const answers = async () => {
    const twin = `/acme${address}/download/answers.json`;
    const told = await world.ask(twin);
    expect(told.headers["content-type"]).toBe("application/json");
    const { answers: list } = JSON.parse(told.text) as { answers: Record<string, unknown>[] };
    return list.map((one) => [one.id, one.answer, one.comment]);
  };
  const before = [
    ["DA-01.1", "Yes", "Keys rotate each year."],
    ["DA-01.2", "Yes", "For a year."],
    ["DB-01.1", "No", "Not yet."],
  ];
  expect(await answers()).toEqual(before);
  const card = await world.ask("/acme/card/Documents.json");
  expect(card.text).toContain(`${address}/download/answers.json?`);
  await publish(world, staged, 1);
  const after = [["DA-01.1", "Yes", "Keys rotate each month."], ...before.slice(1)];
  expect(await answers()).toEqual(after);
  expect(await readAgain(world, id)).toEqual(after);
  expect(clean((await world.ask(address, { as: OWNER })).text)).toContain("Refresh 1 answer");

  // What the portal keeps internal goes along once somebody says so.
  const { seen } = await printOf(world, id);
  const refused = await press(seen);
  expect([refused.status, refused.text.includes("There is nothing to refresh.")]).toEqual([
    409,
    true,
  ]);
  await publish(world, (await press(seen, { internal: "on" })).headers.location ?? "", 2);
  expect((await readAgain(world, id))[1]).toEqual(["DA-01.2", "Yes", "For two years."]);
  // An earlier version has its own answers again.
  await world.ask(address, { as: OWNER, form: { intent: "restore", version: "1" } });
  expect(await answers()).toEqual(before);
  const done = await world.services.store.read
    .selectFrom("audit")
    .select("action")
    .where("action", "in", ["questionnaire.kept-as-document", "questionnaire.answers-refreshed"])
    .orderBy("at")
    .execute();
  expect(done.map(({ action }) => action)).toEqual([
    "questionnaire.kept-as-document",
    "questionnaire.answers-refreshed",
    "questionnaire.answers-refreshed",
  ]);
});

test("entries that are gone or for fewer readers change no answer by themselves", async () => {
  const world = await openWorld();
  const { page, keys, logs } = await finished(world);
  const id = await kept(world, page);
  const orgId = await world.orgId("acme");
  await change(world, keys, "Keys rotate each week.", "accounts");
  await world.services.store.write((trx) => removeFaqEntry(trx, orgId, logs));
  const { text, seen } = await printOf(world, id);
  for (const words of [wording.entryDeleted, "The entry is for other readers now."])
    expect(text).toContain(words);
  expect(text).not.toContain("Keys rotate each week.");
  expect(text).not.toContain("/answers/refresh");
  const pressed = await world.ask(`/documents/${id}/answers/refresh`, {
    as: OWNER,
    form: { seen, internal: "on" },
  });
  expect(pressed.status).toBe(409);
  const left = await world.ask(`/documents/${id}/answers/leave`, { as: OWNER, form: { seen } });
  expect([left.status, left.headers.location]).toEqual([303, `/documents/${id}`]);
  expect(clean((await world.ask(`/documents/${id}`, { as: OWNER })).text)).not.toContain("Refresh");
  // The document outlives the questionnaire that it was made of.
  await world.ask(`${page}/remove`, { as: REVIEWER, form: {} });
  expect((await world.ask(`/acme/documents/${id}/download/answers.json`)).status).toBe(200);
});

test("answers of an entry that was merged follow the one that was kept", async () => {
  const world = await openWorld();
  const { page, keys } = await finished(world);
  const id = await kept(world, page);
  const other = await entry(world, "Is part one of DA-01 there?", "Keys rotate daily.", "public");
  const { read } = world.services.store;
  const stamps = await read.selectFrom("faqEntries").select(["id", "modifiedAt"]).execute();
  const stamp = (one: string) => stamps.find((entryOf) => entryOf.id === one)?.modifiedAt ?? "";
  const form = { keep: other, end: keys, keepSeen: stamp(other), endSeen: stamp(keys) };
  await world.ask("/knowledge-base/alike/merge", { as: OWNER, form });
  const { text, seen } = await printOf(world, id);
  expect(text).toContain("Keys rotate daily.");
  expect(text).toContain(`href="/knowledge-base/${other}"`);
  expect(text).not.toContain(wording.entryDeleted);
  const pressed = await world.ask(`/documents/${id}/answers/refresh`, {
    as: OWNER,
    form: { seen },
  });
  expect(pressed.status).toBe(303);
  const answers = await read
    .selectFrom("standingAnswers")
    .select(["comment", "sourceId"])
    .where("place", "=", 1)
    .execute();
  expect(answers).toContainEqual({ comment: "Keys rotate daily.", sourceId: other });
  // Left as it is, it is the kept entry’s from then on, too.
  await world.ask(`/documents/${id}/answers/leave`, { as: OWNER, form: { seen } });
  expect((await printOf(world, id)).text).not.toContain("Keys rotate daily.");
});

test("answers as data are for whoever may download the document", async () => {
  const world = await openWorld();
  const { page } = await finished(world);
  const id = await kept(world, page, "view-only");
  const twin = `/acme/documents/${id}/download/answers.json`;
  expect((await world.ask(twin)).status).toBe(403);
  await world.services.store.write((trx) =>
    trx
      .updateTable("documents")
      .set({ accessType: "view-and-download" })
      .where("id", "=", id)
      .execute(),
  );
  expect((await world.ask(twin)).status).toBe(200);
  const item = await world.services.store.read
    .selectFrom("itemDocuments")
    .select("itemUid")
    .where("documentId", "=", id)
    .executeTakeFirstOrThrow();
  await world.services.store.write(async (trx) => {
    await trx
      .updateTable("items")
      .set({ publicAccess: 0 })
      .where("uid", "=", item.itemUid)
      .execute();
    await trx.updateTable("permissionProfiles").set({ allItems: 1 }).execute();
  });
  const stranger = await world.ask(twin);
  expect([stranger.status, stranger.headers.location]).toEqual([
    302,
    expect.stringContaining("loginRequest=true"),
  ]);
  for (const [as, status] of [
    ["riley@customer.example", 200],
    ["sam@prospect.example", 302],
    ["noor@unsigned.example", 403],
    ["alex@clinic.example", 302],
  ] as const)
    expect([as, (await world.ask(twin, { as })).status]).toEqual([as, status]);
  // Another organization's people find neither the document's answers nor its page of changes.
  expect((await world.ask(`/globex/documents/${id}/download/answers.json`)).status).toBe(404);
  expect((await world.ask(`/documents/${id}/answers`, { as: "owner@globex.example" })).status).toBe(
    404,
  );
  expect((await world.ask(`/documents/${id}/answers`, { as: REVIEWER })).status).toBe(403);
  expect((await world.ask(`${page}/document`, { as: "owner@globex.example" })).status).toBe(404);
});

/** Questions in the text, above, between and below answers, and one in a table behind them. */
const documentBytes = () =>
  zipped(
    documentParts(
      [
        paragraph("Do you rotate keys?", NUMBER),
        paragraph("Nobody answers this one.", NUMBER),
        paragraph("Do you keep logs?", NUMBER),
        table(cells("Question", "Answer"), cells("Do you test backups?", "")),
      ].join(""),
    ),
  );

for (const { kind, questions, bytesOf, said } of [
  {
    kind: "docx",
    questions: ["Do you rotate keys?", "Do you keep logs?", "Do you test backups?"],
    bytesOf: documentBytes,
    said: (words: readonly string[]) => [words[0], "", words[1], words[2]],
  },
  {
    kind: "pdf",
    questions: ["How do you encrypt größere Daten?"],
    bytesOf: () => pdfForm(),
    said: (words: readonly string[]) => [words[0], "", ""],
  },
] as const)
  test(`a ${kind} file can be kept, too, and its answers are refreshed again and again`, async () => {
    const world = await openWorld();
    const ids: string[] = [];
    for (const question of questions)
      ids.push(await entry(world, question, "First words.", "public"));
    const sent = await world.ask("/questionnaires/new", {
      as: REVIEWER,
      ...multipart([{ name: `Form.${kind}`, bytes: await bytesOf() }], {}),
    });
    const page = sent.headers.location ?? "";
    await world.ask(`${page}/accept`, { as: REVIEWER, form: {} });
    await world.ask(`${page}/finish`, { as: REVIEWER, form: {} });
    const name = `Ours.${kind}`;
    const id = await kept(world, page, "view-and-download", name);
    const file = await world.ask(`/documents/${id}/download`, { as: OWNER });
    expect(file.headers["content-type"]).toContain(kind === "pdf" ? "pdf" : "wordprocessingml");
    // A second paragraph must not move what stands below.
    for (const [at, words] of ["Second words.\n\nIn two paragraphs.", "Third words."].entries()) {
      for (const one of ids) await change(world, one, words);
      const { seen, text } = await printOf(world, id);
      expect(text).toContain(`Refresh ${ids.length} answer`);
      const pressed = await world.ask(`/documents/${id}/answers/refresh`, {
        as: EDITOR,
        form: { seen },
      });
      await publish(world, pressed.headers.location ?? "", at + 1, name);
      const answers = (await readAgain(world, id, `again.${kind}`)).map(([, answer]) => answer);
      const want = said(ids.map(() => `Yes. ${words}`)).slice(0, 3);
      expect(answers).toEqual(want);
    }
  });

test("a kind of file whose answers can’t be refreshed says so", async () => {
  const world = await openWorld();
  const pdf = textPdf([{ content: line("1. Do you rotate keys?", 700) }]);
  const sent = await world.ask("/questionnaires/new", {
    as: REVIEWER,
    ...multipart([{ name: "Theirs.pdf", bytes: pdf }], {}),
  });
  const page = sent.headers.location ?? "";
  await world.ask(`${page}/finish`, { as: REVIEWER, form: {} });
  const words = "so its answers can’t be refreshed";
  expect((await world.ask(`${page}/document`, { as: OWNER })).text).toContain(words);
  const tried = await world.ask(`${page}/document`, { as: OWNER, form: { name: "Ours.xlsx" } });
  expect([tried.status, tried.text.includes(words)]).toEqual([409, true]);
  expect((await world.ask(page, { as: OWNER })).text).not.toContain("Keep as a document");
});
